import { holds } from '@/lib/kit/api/endpoint/caller'
import { endpoint, permission, staff } from '@/lib/kit/api/endpoint/endpoint'
import { checklistPermissions, readChecklist } from './checklist'
import * as example from './example'
import { readSales, readTop } from './sales'
import { Checklist, Sales, SalesQuery, Statement, StatementQuery, Top, TopQuery, Work } from './schema'
import { readStatement, statementFile, statementWords } from './statement'
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
  handle: ({ db, caller, settings }) => readWork(db, caller, settings),
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
    'Days are those of the time zone of the shop (setting shop.time_zone). Money counts on the day it moved: a payment when it was paid, a refund when it succeeded, so that figures of past days stay as they are. They are at most 30 seconds old. cost, gross_profit, gross_margin, cost_unknown_amount and both incomes are only there with the permission cms.product.cost.',
  access: permission('cms.dashboard.list'),
  additional_permissions: ['cms.product.cost'],
  query: SalesQuery,
  output: Sales,
  example: { query: { from: '2026-11-01', to: '2026-11-03', compare: 'previous' }, output: example.sales },
  handle: ({ db, query, caller, settings }) =>
    readSales(db, query, { zone: settings['shop.time_zone'], with_costs: holds(caller, 'cms.product.cost') }),
})

export const getStatement = endpoint({
  method: 'GET',
  path: '/cms/dashboard/statement',
  summary: 'Get the statement of a range by day or month',
  description:
    'For the accounts: what was sold, received and paid back, counted like the sales of the range, so that the sums of all lines are its figures to the fen. Never cached.',
  access: permission('cms.dashboard.list'),
  additional_permissions: ['cms.product.cost'],
  query: StatementQuery,
  output: Statement,
  csv: {
    name: 'statement',
    permission: 'cms.dashboard.export',
    description:
      'With format=csv, format=xlsx or Accept: text/csv: a line per day or month, with amounts in yuan. cost_yuan, gross_profit_yuan, cost_unknown_yuan, unknown_income_yuan and freight_income_yuan are only there with the permission cms.product.cost.',
    words: statementWords,
    period: ({ query }) => query,
    open: async ({ query, caller, settings }) => statementFile(query, { zone: settings['shop.time_zone'], caller }),
  },
  example: { query: { from: '2026-11-01', to: '2026-12-01', by: 'month' }, output: example.statement },
  handle: async ({ db, query, caller, settings }) => ({
    items: await readStatement(db, query, {
      zone: settings['shop.time_zone'],
      with_costs: holds(caller, 'cms.product.cost'),
    }),
  }),
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
