import { z } from 'zod'
import { cron, endpoint } from '@/lib/kit/api/endpoint/endpoint'
import { problem } from '@/lib/kit/api/endpoint/problem'
import { runUntil } from '@/lib/kit/job/claim'
import { type Counts, jobs, runJob, shopJobs } from './jobs'

/* Called by a scheduler; each returns its counts. The server's own timers run the same functions. */

export const runJobs = endpoint({
  method: 'GET',
  path: '/api/cron',
  summary: 'Run all jobs, one after the other',
  description: 'For schedulers that allow one job. If one fails, the others run all the same, and the answer is 500.',
  access: cron,
  output: z.record(z.string(), z.record(z.string(), z.int())),
  async handle() {
    const until = runUntil('scheduler')
    const done: Record<string, Counts> = {}
    const failed: string[] = []
    for (const job of jobs()) {
      const counts = await runJob(job, until)
      if (counts) done[job.name] = counts
      else failed.push(job.name)
    }
    if (failed.length > 0) {
      throw problem('internal_error', { detail: `Failed: ${failed.join(', ')}. The error log says why.` })
    }
    return done
  },
})

/** The endpoint that runs one job. Returns its counts. */
const jobEndpoint = (name: keyof typeof shopJobs) =>
  endpoint({
    method: 'GET',
    path: `/api/cron/${name}`,
    summary: shopJobs[name].summary,
    access: cron,
    output: z.record(z.string(), z.int()),
    handle: ({ settings }): Promise<Counts> => shopJobs[name].work(settings, undefined),
  })

export const expireOrders = jobEndpoint('expire')
export const publishProducts = jobEndpoint('publish')
export const completeOrders = jobEndpoint('complete')
export const lapseAfterSales = jobEndpoint('after_sale')
export const reportShipping = jobEndpoint('report')
export const compareShipping = jobEndpoint('compare')
export const reconcilePayments = jobEndpoint('reconcile')
export const pruneTables = jobEndpoint('prune')
