import { singleton } from '@/db/singleton'

const intervalSeconds = 60

/** Runs the frequent jobs, each at most once in so many seconds. */
type Run = (seconds: number) => Promise<void>

/** Of this module, as the endpoints that it concerns are. */
let run: Run | undefined

/** Says how the frequent jobs are run: a job may concern any resource, and every resource leads here. */
export function startJobsWith(given: Run): void {
  run = given
}

/**
 * The frequent jobs, to run after a request's commit, for installations whose scheduler runs only once a day. Undefined
 * where they have run within the last 60 seconds.
 */
export function jobsIfDue(): (() => Promise<void>) | undefined {
  const runDue = run
  const lastRun = singleton('jobs-last-run', () => ({ at: 0 }))
  if (!runDue || Date.now() - lastRun.at < intervalSeconds * 1_000) return undefined
  lastRun.at = Date.now()
  return () => runDue(intervalSeconds)
}
