import { endpoint, permission, staff } from '@/lib/kit/api/endpoint/endpoint'
import { checklistPermissions, readChecklist } from './checklist'
import * as example from './example'
import { readSales, readTop } from './sales'
import { Checklist, Sales, SalesQuery, Top, TopQuery, Work } from './schema'
import { readWork, workPermissions } from './work'

export const listWork = endpoint({
  method: 'GET',
  path: '/cms/dashboard/work',
  summary: 'List what waits to be done',
  description:
    'Counts of what waits for staff, of what the caller may see, with the page that shows it. Counts are exact up to 1000.',
  access: staff,
  additional_permissions: workPermissions,
  output: Work,
  example: { output: example.work },
  handle: ({ db, caller }) => readWork(db, caller),
})

export const listChecklist = endpoint({
  method: 'GET',
  path: '/cms/dashboard/checklist',
  summary: 'List what a new shop needs',
  description:
    'What is to be set up before the shop can open, of what the caller may do, whether it is done, and the page on which it is done. Deleted records do not count.',
  access: staff,
  additional_permissions: checklistPermissions,
  output: Checklist,
  example: { output: example.checklist },
  handle: ({ db, caller, settings }) => readChecklist(db, caller, settings),
})

export const getSales = endpoint({
  method: 'GET',
  path: '/cms/dashboard/sales',
  summary: 'Get the sales of a range of days',
  description:
    'Days are those of the time zone of the shop (setting shop.time_zone). Money counts on the day it moved: a payment when it was paid, a refund when it succeeded, so that figures of past days stay as they are. They are at most 30 seconds old.',
  access: permission('cms.dashboard.list'),
  query: SalesQuery,
  output: Sales,
  example: { query: { from: '2026-11-01', to: '2026-11-03', compare: 'previous' }, output: example.sales },
  handle: ({ db, query, settings }) => readSales(db, query, settings['shop.time_zone']),
})

export const listTop = endpoint({
  method: 'GET',
  path: '/cms/dashboard/top',
  summary: 'List what sold best',
  description:
    'The first ten products and categories of the orders that were paid in the range, by pieces or by what was paid for them. Refunds are not deducted: they count on the day they succeed. At most 30 seconds old.',
  access: permission('cms.dashboard.list'),
  query: TopQuery,
  output: Top,
  example: { query: { from: '2026-11-01', to: '2026-12-01', by: 'pieces' }, output: example.top },
  handle: ({ db, query, settings }) => readTop(db, query, settings['shop.time_zone']),
})
