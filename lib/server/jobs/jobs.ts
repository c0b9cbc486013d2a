import { sweepFiles } from '@/lib/file/sweep'
import { describeError, recordError } from '@/lib/kit/api/run/failure'
import { consume } from '@/lib/kit/api/run/limits'
import { log } from '@/lib/kit/api/run/log'
import type { Settings } from '@/lib/kit/config/registry'
import { currentSettings } from '@/lib/kit/config/settings'
import { connection } from '@/lib/kit/database'
import { env } from '@/lib/kit/env'
import { runUntil } from '@/lib/kit/job/claim'
import { metrics } from '@/lib/kit/metrics/metrics'
import { deliverDue } from '@/lib/platform/sandbox/deliveries'
import { compareUnshipped } from '@/lib/shipping_report/check'
import { reportDue } from '@/lib/shipping_report/send'
import { lapseDue } from './after_sale'
import { completeDue } from './complete'
import { expireDue } from './expire'
import { pruneOld } from './prune'
import { publishDue } from './publish'
import { reconcileDue } from './reconcile'

/** What a job did, such as `{ expired: 3 }`. */
export type Counts = Record<string, number>

interface Job {
  name: string
  /** How often a server's own timers run it. */
  seconds: number
  /** Starts no further batch after `until`, a time as `Date.now()` has it. */
  work(settings: Settings, until?: number): Promise<Counts>
}

const shopJobs: readonly Job[] = [
  { name: 'expire', seconds: 30, work: (_, until) => expireDue(until) },
  { name: 'reconcile', seconds: 60, work: (_, until) => reconcileDue(until) },
  { name: 'publish', seconds: 30, work: (settings, until) => publishDue(settings, until) },
  { name: 'complete', seconds: 600, work: (settings, until) => completeDue(settings['order.complete_days'], until) },
  { name: 'after_sale', seconds: 60, work: (_, until) => lapseDue(until) },
  { name: 'report', seconds: 10, work: (settings, until) => reportDue(settings, until) },
  { name: 'compare', seconds: 3_600, work: async (settings) => ({ again: await compareUnshipped(settings) }) },
  { name: 'sweep', seconds: 600, work: (settings, until) => sweepFiles(settings, until) },
  { name: 'prune', seconds: 600, work: (settings, until) => pruneOld(settings, until) },
]

/** What the simulated platform does by itself. */
const platformJob: Job = {
  name: 'deliver',
  seconds: 5,
  work: async () => ({ deliveries: (await deliverDue()).length }),
}

/** Every job, in the order in which `GET /api/cron` runs them. */
export const jobs = (): readonly Job[] => (env().SANDBOX ? [platformJob, ...shopJobs] : shopJobs)

/** Runs a job. A failure is logged and recorded, and returns undefined: other jobs do not depend on it. */
export async function runJob({ name, work }: Job, until?: number): Promise<Counts | undefined> {
  const started = performance.now()
  const count = (outcome: 'done' | 'failed') =>
    metrics()?.job({ job: name, outcome, milliseconds: performance.now() - started })
  try {
    const { db } = await connection()
    const counts = await work(await currentSettings(db), until)
    count('done')
    return counts
  } catch (error) {
    count('failed')
    log().error({ job: name, ...describeError(error) }, 'a job failed')
    const where = { source: 'job' as const, method: 'GET', path: `/api/cron/${name}`, request_id: crypto.randomUUID() }
    // If the database is what failed, the error cannot be recorded; it is in the log.
    await connection()
      .then(({ db }) => recordError(db, error, where))
      .catch(() => undefined)
    return undefined
  }
}

/** The frequent jobs, one after the other, unless another instance has run them within the last so many seconds. */
export async function runFrequentJobs(seconds: number): Promise<void> {
  const { db } = await connection()
  // The counter is shared by all instances, so that one of them runs the jobs.
  const { points } = await consume(db, 'job:expire', seconds)
  if (points !== 1) return
  const until = runUntil('request')
  for (const job of jobs()) if (job.seconds <= seconds) await runJob(job, until)
}
