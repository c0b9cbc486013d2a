import { singleton } from '@/db/singleton'

const intervalSeconds = 60

/** Leaves out a job that another run has started within the last `seconds`. */
type Run = (seconds: number) => Promise<void>

/** Not a `singleton`, because each bundle has separate endpoints. */
let run: Run | undefined

/** Not imported here, because jobs depend on resources, and every resource imports this module. */
export function startJobsWith(given: Run): void {
  run = given
}

/** After a commit, if the scheduler runs only once a day. undefined: started within 60 seconds, or not set. */
export function jobsIfDue(): (() => Promise<void>) | undefined {
  const runDue = run
  const lastRun = singleton('jobs-last-run', () => ({ at: Number.NEGATIVE_INFINITY }))
  // `performance.now()`, since the wall clock may be set back.
  const now = performance.now()
  if (!runDue || now - lastRun.at < intervalSeconds * 1_000) return undefined
  lastRun.at = now
  return () => runDue(intervalSeconds)
}
