import classes from './badge.module.css'

/** The method of a request, colored by whether it reads, writes or deletes. */
export function Method({ method }: { method: string }) {
  return (
    <span className={classes.method} data-method={method}>
      {method}
    </span>
  )
}

/** An HTTP status; `quiet` in lists of possible failures, `bad` for an actual one. */
export function Status({ status, tone = 'good' }: { status: string | number; tone?: 'good' | 'bad' | 'quiet' }) {
  return (
    <span className={classes.status} data-tone={tone}>
      {status}
    </span>
  )
}
