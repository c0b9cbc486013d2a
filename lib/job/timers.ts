import { describeError, recordError } from '@/lib/api/failure'
import { log } from '@/lib/api/log'
import { currentSettings } from '@/lib/config/settings'
import { connection } from '@/lib/database'
import { env } from '@/lib/env'
import { deliverDue } from '@/lib/sandbox/deliveries'
import { completeDue } from './complete'
import { expireDue } from './expire'
import { pruneOld } from './prune'
import { reconcileDue } from './reconcile'

interface Job {
  name: string
  seconds: number
  work: () => Promise<unknown>
}

const jobs: Job[] = [
  { name: 'expire', seconds: 30, work: expireDue },
  { name: 'reconcile', seconds: 60, work: reconcileDue },
  { name: 'complete', seconds: 600, work: async () => completeDue((await settings())['order.complete_days']) },
  { name: 'prune', seconds: 600, work: async () => pruneOld((await settings())['log.retention_days']) },
]

const settings = async () => currentSettings((await connection()).db)

/**
 * Runs the jobs in this process, each on its own interval and never twice at the same time; other processes on the same
 * database share the work. Returns the function that stops the timers; it resolves when running jobs have ended.
 */
export function startTimers(): () => Promise<void> {
  const deliveries: Job[] = env().SANDBOX ? [{ name: 'sandbox deliveries', seconds: 5, work: () => deliverDue() }] : []
  const running = new Set<Promise<void>>()
  const timers = [...jobs, ...deliveries].map((job) => {
    let isRunning = false
    const tick = async () => {
      if (isRunning) return
      isRunning = true
      await run(job)
      isRunning = false
    }
    const timer = setInterval(() => {
      const ticking = tick().finally(() => running.delete(ticking))
      running.add(ticking)
    }, job.seconds * 1_000)
    return timer
  })
  return async () => {
    for (const timer of timers) clearInterval(timer)
    await Promise.all(running)
  }
}

async function run({ name, work }: Job): Promise<void> {
  try {
    await work()
  } catch (error) {
    log().error({ job: name, ...describeError(error) }, 'a job failed')
    const where = { source: 'job' as const, method: 'GET', path: `/api/cron/${name}`, request_id: crypto.randomUUID() }
    // If the database is what failed, the error cannot be recorded; it is in the log.
    await connection()
      .then(({ db }) => recordError(db, error, where))
      .catch(() => undefined)
  }
}
