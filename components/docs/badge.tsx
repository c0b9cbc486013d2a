import classes from './badge.module.css'

export function Method({ method }: { method: string }) {
  return (
    <span className={classes.method} data-method={method}>
      {method}
    </span>
  )
}

/** `quiet` in lists of possible errors, `bad` for a received error. */
export function Status({ status, tone = 'good' }: { status: string | number; tone?: 'good' | 'bad' | 'quiet' }) {
  return (
    <span className={classes.status} data-tone={tone}>
      {status}
    </span>
  )
}
