import { z } from 'zod'
import { cron, endpoint } from '@/lib/kit/api/endpoint/endpoint'
import { problem } from '@/lib/kit/api/endpoint/problem'
import { runUntil } from '@/lib/kit/job/claim'
import { compareUnshipped } from '@/lib/shipping_report/check'
import { reportDue } from '@/lib/shipping_report/send'
import { lapseDue } from './after_sale'
import { completeDue } from './complete'
import { expireDue } from './expire'
import { type Counts, jobs, runJob } from './jobs'
import { pruneOld } from './prune'
import { publishDue } from './publish'
import { reconcileDue } from './reconcile'

/* Called by a scheduler; each returns the counts of what it did. The server's own timers run the same functions. */

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

export const expireOrders = endpoint({
  method: 'GET',
  path: '/api/cron/expire',
  summary: 'Cancel unpaid orders whose time to pay is over',
  access: cron,
  output: z.object({ expired: z.int(), paid: z.int(), left: z.int() }),
  handle: () => expireDue(),
})

export const publishProducts = endpoint({
  method: 'GET',
  path: '/api/cron/publish',
  summary: 'Activate and deactivate products at the times that staff have set',
  access: cron,
  output: z.object({ published: z.int(), unpublished: z.int(), refused: z.int(), thresholds: z.int() }),
  handle: ({ settings }) => publishDue(settings),
})

export const completeOrders = endpoint({
  method: 'GET',
  path: '/api/cron/complete',
  summary: 'Complete orders that were shipped long enough ago',
  access: cron,
  output: z.object({ completed: z.int() }),
  handle: ({ settings }) => completeDue(settings['order.complete_days']),
})

export const lapseAfterSales = endpoint({
  method: 'GET',
  path: '/api/cron/after_sale',
  summary: 'Do what the passed deadlines of return requests ask for',
  access: cron,
  output: z.object({ approved: z.int(), expired: z.int(), reminded: z.int() }),
  handle: () => lapseDue(),
})

export const reportShipping = endpoint({
  method: 'GET',
  path: '/api/cron/report',
  summary: 'Tell the platform what was shipped',
  access: cron,
  output: z.object({ reported: z.int(), refused: z.int(), failed: z.int() }),
  handle: ({ settings }) => reportDue(settings),
})

export const compareShipping = endpoint({
  method: 'GET',
  path: '/api/cron/compare',
  summary: 'Report again what the platform believes not shipped',
  access: cron,
  output: z.object({ again: z.int() }),
  handle: async ({ settings }) => ({ again: await compareUnshipped(settings) }),
})

export const reconcilePayments = endpoint({
  method: 'GET',
  path: '/api/cron/reconcile',
  summary: 'Reconcile payments and refunds whose callback did not come with the provider',
  access: cron,
  output: z.object({ payments: z.int(), refunds: z.int(), failed: z.int() }),
  handle: () => reconcileDue(),
})

export const pruneTables = endpoint({
  method: 'GET',
  path: '/api/cron/prune',
  summary:
    'Delete expired counters, sessions, logs, system notices and imports, and mask what logs know about closed accounts',
  access: cron,
  output: z.record(z.string(), z.int()).describe('By table, and how many rows of logs were masked'),
  handle: ({ settings }) => pruneOld(settings),
})
