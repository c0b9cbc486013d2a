import { sweepFiles } from '@/lib/file/sweep'
import { describeError, isUnavailable, recordError } from '@/lib/kit/api/run/failure'
import { consume } from '@/lib/kit/api/run/limits'
import { log } from '@/lib/kit/api/run/log'
import type { Settings } from '@/lib/kit/config/registry'
import { currentSettings } from '@/lib/kit/config/settings'
import { connection } from '@/lib/kit/database'
import { env } from '@/lib/kit/env'
import { runUntil } from '@/lib/kit/job/claim'
import { metrics } from '@/lib/kit/metrics/metrics'
import { askDue } from '@/lib/order/parcel/ask'
import { askAboutWaybills } from '@/lib/order/waybill/ask'
import { deliverDue } from '@/lib/platform/sandbox/deliveries'
import { compareUnshipped } from '@/lib/shipping_report/check'
import { reportDue } from '@/lib/shipping_report/send'
import { tellStock } from '@/lib/stock/tell'
import { deliverEvents } from '@/lib/webhook/deliver'
import { lapseDue } from './after_sale'
import { completeDue } from './complete'
import { numberAndPrune } from './event'
import { expireDue } from './expire'
import { pruneOld } from './prune'
import { publishDue } from './publish'
import { reconcileDue } from './reconcile'

/** Such as `{ expired: 3 }`. */
export type Counts = Record<string, number>

interface Job {
  name: string
  /** For the timers of a server. */
  seconds: number
  /** No further batch after `until`, in milliseconds since 1970. */
  work(settings: Settings, until?: number): Promise<Counts>
}

/** In the sequence of `GET /api/cron`. */
export const shopJobNames = [
  'expire',
  'reconcile',
  'publish',
  'complete',
  'after_sale',
  'report',
  'compare',
  'track',
  'waybill',
  'sweep',
  'stock',
  'event',
  'webhook',
  'prune',
] as const

const shopJobs: Record<(typeof shopJobNames)[number], Omit<Job, 'name'>> = {
  expire: {
    seconds: 30,
    work: (_, until) => expireDue(until),
  },
  /** Payments and refunds without a callback. */
  reconcile: {
    seconds: 60,
    work: (_, until) => reconcileDue(until),
  },
  publish: {
    seconds: 30,
    work: publishDue,
  },
  complete: {
    seconds: 600,
    work: (settings, until) => completeDue(settings['order.complete_days'], until),
  },
  after_sale: {
    seconds: 60,
    work: (_, until) => lapseDue(until),
  },
  report: { seconds: 10, work: reportDue },
  /** Reported, but still listed as unshipped by the platform: reports again. */
  compare: {
    seconds: 3_600,
    work: async (settings) => ({ again: await compareUnshipped(settings) }),
  },
  /** Asks the platform about parcels. */
  track: {
    seconds: 60,
    work: (_, until) => askDue(until),
  },
  /** Asks the platform for waybills whose answer was lost, and cancels those that orders do not need any more. */
  waybill: {
    seconds: 60,
    work: (_, until) => askAboutWaybills(until),
  },
  /** Also processes uploads. */
  sweep: { seconds: 600, work: sweepFiles },
  /** Writes events. */
  stock: {
    seconds: 60,
    work: (_, until) => tellStock(until),
  },
  event: {
    seconds: 60,
    work: (settings, until) => numberAndPrune(settings['event.days'], until),
  },
  /** Sends events. */
  webhook: {
    seconds: 5,
    work: (_, until) => deliverEvents(until),
  },
  /** Counters, sessions, logs, system notices, imports; masks closed accounts. */
  prune: {
    seconds: 600,
    work: pruneOld,
  },
}

const platformJob: Job = {
  name: 'deliver',
  seconds: 5,
  work: async () => ({ deliveries: (await deliverDue()).length }),
}

const namedJobs: readonly Job[] = shopJobNames.map((name) => ({ name, ...shopJobs[name] }))

/** In the sequence of `GET /api/cron`. */
export const jobs = (): readonly Job[] => (env().SANDBOX ? [platformJob, ...namedJobs] : namedJobs)

/** undefined: failed. Logged and recorded, not thrown, because other jobs do not depend on it. */
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
    const { stack, ...described } = describeError(error)
    // Jobs repeat every few seconds: without a stack while the database is away.
    log().error({ job: name, ...described, ...(!isUnavailable(error) && { stack }) }, 'a job failed')
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

/** With an interval of at most `seconds`, unless any instance has run them within this time. */
export async function runFrequentJobs(seconds: number): Promise<void> {
  const { db } = await connection()
  // The counter is shared by all instances, so that one of them runs the jobs.
  const { points } = await consume(db, 'job:expire', seconds)
  if (points !== 1) return
  const until = runUntil('request')
  for (const job of jobs()) if (job.seconds <= seconds) await runJob(job, until)
}
