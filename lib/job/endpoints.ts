import { z } from 'zod'
import { cron, endpoint } from '@/lib/api/endpoint'
import { completeDue } from './complete'
import { expireDue } from './expire'
import { pruneOld } from './prune'
import { reconcileDue } from './reconcile'

/* What the scheduler calls, each answering what it did. The server's own timers call the same functions. */

export const expireOrders = endpoint({
  method: 'GET',
  path: '/api/cron/expire',
  summary: 'Cancel unpaid orders whose time is up',
  access: cron,
  output: z.object({ expired: z.int(), paid: z.int(), left: z.int() }),
  handle: () => expireDue(),
})

export const completeOrders = endpoint({
  method: 'GET',
  path: '/api/cron/complete',
  summary: 'Complete orders that have been on their way long enough',
  access: cron,
  output: z.object({ completed: z.int() }),
  handle: async ({ settings }) => ({ completed: await completeDue(settings['order.complete_days']) }),
})

export const reconcilePayments = endpoint({
  method: 'GET',
  path: '/api/cron/reconcile',
  summary: 'Ask the provider about payments and refunds whose callback did not come',
  access: cron,
  output: z.object({ payments: z.int(), refunds: z.int(), failed: z.int() }),
  handle: () => reconcileDue(),
})

export const pruneTables = endpoint({
  method: 'GET',
  path: '/api/cron/prune',
  summary: 'Delete counters, sessions and logs that have had their day',
  access: cron,
  output: z.object({
    rate_limit: z.int(),
    idempotency: z.int(),
    session: z.int(),
    login_log: z.int(),
    oper_log: z.int(),
    error_log: z.int(),
  }),
  handle: ({ settings }) => pruneOld(settings['log.retention_days']),
})
