import { singleton } from '@/db/singleton'

const intervalSeconds = 60

/**
 * The frequent jobs, to run after a request's commit, for installations whose scheduler runs only once a day. Undefined
 * where they have run within the last 60 seconds.
 */
export function jobsIfDue(): (() => Promise<void>) | undefined {
  const lastRun = singleton('jobs-last-run', () => ({ at: 0 }))
  if (Date.now() - lastRun.at < intervalSeconds * 1_000) return undefined
  lastRun.at = Date.now()
  return async () => {
    // Loaded on use: every request asks whether they are due, and few start them.
    const { runFrequentJobs } = await import('./jobs')
    await runFrequentJobs(intervalSeconds)
  }
}
