import classes from './badge.module.css'

/** The HTTP method of a request. The color shows whether the request reads, writes or deletes. */
export function Method({ method }: { method: string }) {
  return (
    <span className={classes.method} data-method={method}>
      {method}
    </span>
  )
}

/** An HTTP status. `tone`: `quiet` in lists of possible errors, `bad` for a received error. */
export function Status({ status, tone = 'good' }: { status: string | number; tone?: 'good' | 'bad' | 'quiet' }) {
  return (
    <span className={classes.status} data-tone={tone}>
      {status}
    </span>
  )
}
