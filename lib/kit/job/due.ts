import { singleton } from '@/db/singleton'

const intervalSeconds = 60

/** Runs the frequent jobs. A job that another run has started within the last `seconds` seconds is left out. */
type Run = (seconds: number) => Promise<void>

/**
 * The function that `startJobsWith` has set. Not shared by all bundles as a `singleton`, because each bundle has
 * separate endpoints.
 */
let run: Run | undefined

/**
 * Sets the function that runs the frequent jobs. The function is not imported here, because jobs depend on resources,
 * and every resource imports this module.
 */
export function startJobsWith(given: Run): void {
  run = given
}

/**
 * Returns a function that runs the frequent jobs after a request's commit, for installations whose scheduler runs only
 * once a day. undefined if the jobs were started within the last 60 seconds, or if `startJobsWith` was not called yet.
 */
export function jobsIfDue(): (() => Promise<void>) | undefined {
  const runDue = run
  const lastRun = singleton('jobs-last-run', () => ({ at: Number.NEGATIVE_INFINITY }))
  // `performance.now()`, since the wall clock may be set back.
  const now = performance.now()
  if (!runDue || now - lastRun.at < intervalSeconds * 1_000) return undefined
  lastRun.at = now
  return () => runDue(intervalSeconds)
}
