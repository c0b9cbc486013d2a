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

/** The results of a job as numbers, such as `{ expired: 3 }`. */
export type Counts = Record<string, number>

interface Job {
  name: string
  /** The interval in seconds, for the timers of a server. */
  seconds: number
  /** Runs the job. Starts no further batch after `until`, in milliseconds since 1970. */
  work(settings: Settings, until?: number): Promise<Counts>
}

/** The jobs of the shop, in the sequence in which `GET /api/cron` runs them. */
export const shopJobNames = [
  'expire',
  'reconcile',
  'publish',
  'complete',
  'after_sale',
  'report',
  'compare',
  'sweep',
  'prune',
] as const

const shopJobs: Record<(typeof shopJobNames)[number], Omit<Job, 'name'>> = {
  /** Cancels unpaid orders whose time to pay is over. */
  expire: {
    seconds: 30,
    work: (_, until) => expireDue(until),
  },
  /** Queries payments and refunds without a callback at the provider, and applies their state. */
  reconcile: {
    seconds: 60,
    work: (_, until) => reconcileDue(until),
  },
  /** Activates and deactivates products at the times that staff have set. */
  publish: {
    seconds: 30,
    work: publishDue,
  },
  /** Completes orders that were shipped long enough ago. */
  complete: {
    seconds: 600,
    work: (settings, until) => completeDue(settings['order.complete_days'], until),
  },
  /** Handles the passed deadlines of return requests. */
  after_sale: {
    seconds: 60,
    work: (_, until) => lapseDue(until),
  },
  /** Reports shipped parcels to the platform. */
  report: { seconds: 10, work: reportDue },
  /** Finds reported payments that the platform still lists as unshipped, and reports these payments again. */
  compare: {
    seconds: 3_600,
    work: async (settings) => ({ again: await compareUnshipped(settings) }),
  },
  /** Processes uploaded files, and removes unused files. */
  sweep: { seconds: 600, work: sweepFiles },
  /** Deletes expired counters, sessions, logs, system notices and imports, and masks closed accounts in logs. */
  prune: {
    seconds: 600,
    work: pruneOld,
  },
}

/** Delivers the due callbacks of the simulated platform. */
const platformJob: Job = {
  name: 'deliver',
  seconds: 5,
  work: async () => ({ deliveries: (await deliverDue()).length }),
}

const namedJobs: readonly Job[] = shopJobNames.map((name) => ({ name, ...shopJobs[name] }))

/** Returns every job, in the sequence in which `GET /api/cron` runs the jobs. */
export const jobs = (): readonly Job[] => (env().SANDBOX ? [platformJob, ...namedJobs] : namedJobs)

/**
 * Runs a job. Returns the counts; undefined: the job failed. A failure is logged and recorded but not thrown, because
 * other jobs do not depend on it.
 */
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
    const where = {
      source: 'job' as const,
      method: 'GET',
      path: `/api/cron?job=${name}`,
      request_id: crypto.randomUUID(),
    }
    // If the database has failed, only the log has the error.
    await connection()
      .then(({ db }) => recordError(db, error, where))
      .catch(() => undefined)
    return undefined
  }
}

/**
 * Runs the jobs whose interval is at most `seconds`, one after the other. Does nothing if any instance of the server
 * has run these jobs within the last `seconds` seconds.
 */
export async function runFrequentJobs(seconds: number): Promise<void> {
  const { db } = await connection()
  // The counter is shared by all instances, so that one of them runs the jobs.
  const { points } = await consume(db, 'job:expire', seconds)
  if (points !== 1) return
  const until = runUntil('request')
  for (const job of jobs()) if (job.seconds <= seconds) await runJob(job, until)
}
