import classes from './badge.module.css'

/** The method of a request, in a colour that says how much it changes. */
export function Method({ method }: { method: string }) {
  return (
    <span className={classes.method} data-method={method}>
      {method}
    </span>
  )
}

/** An HTTP status; `quiet` in lists of what may happen, `bad` for what did. */
export function Status({ status, tone = 'good' }: { status: string | number; tone?: 'good' | 'bad' | 'quiet' }) {
  return (
    <span className={classes.status} data-tone={tone}>
      {status}
    </span>
  )
}
