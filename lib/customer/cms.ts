import { user } from '@/db/schema/user'
import { endpoint, permission } from '@/lib/kit/api/endpoint/endpoint'
import { idParams } from '@/lib/kit/api/endpoint/fields'
import { lockRow, updateRow } from '@/lib/kit/api/rows/rows'
import { historyOf } from '@/lib/oper_log/history'
import { endSessions } from '@/lib/user/staff'
import * as example from './example'
import * as queries from './queries'
import { Customer, CustomerChanges, CustomerDetail, CustomerPage, CustomerQuery } from './schema'

export const listCustomers = endpoint({
  method: 'GET',
  path: '/cms/customer',
  summary: 'List customers',
  description:
    'Newest first, with the number of their orders and what they paid. With updated_from, also closed accounts: they have deleted_at, and an account that was joined to another one, too.',
  access: permission('cms.customer.list'),
  query: CustomerQuery,
  output: CustomerPage,
  csv: {
    name: 'customers',
    permission: 'cms.customer.export',
    texts: 'customer',
    labels: { last_login_at: 'lastLogin', paid_amount: 'csv.paidAmount', deleted_at: 'csv.deletedAt' },
    dictionaries: { status: 'user_status' },
  },
  example: {
    query: { q: '晚晚' },
    output: { items: [example.customer], page: 1, size: 10, total: 1, next_cursor: null },
  },
  handle: queries.list,
})

export const getCustomer = endpoint({
  method: 'GET',
  path: '/cms/customer/{id}',
  summary: 'Get a customer with addresses and the latest orders',
  description: 'What the list shows of a customer, and besides their addresses and their ten latest orders.',
  access: permission('cms.customer.list'),
  params: idParams,
  output: CustomerDetail,
  example: { params: { id: '1' }, output: example.customerDetail },
  handle: ({ db, params }) => queries.readCustomerDetail(db, params.id),
})

export const listCustomerHistory = historyOf('customer', 'a customer', 'cms.customer.list')

export const updateCustomer = endpoint({
  method: 'PUT',
  path: '/cms/customer/{id}',
  summary: 'Change the status, remark, external_id or tags of a customer',
  description: 'Disabling ends all sessions of the customer. Their orders are still processed.',
  access: permission('cms.customer.update'),
  params: idParams,
  body: CustomerChanges,
  output: CustomerDetail,
  shown_to: 'cms.customer.list',
  problems: ['stale_version', 'already_exists'],
  example: { params: { id: '1' }, body: { remark: '老顾客', version: 1 }, output: example.customerDetail },
  async handle({ db, params, body: { version, ...values }, caller, recorder }) {
    const before = await lockRow(db, user, params.id, { where: queries.isCustomer, noun: 'customer', version })
    await updateRow(db, user, before.id, { ...values, updated_by: caller.user_id })
    if (values.status === 'disabled') await endSessions(db, before.id)
    const after = await queries.readCustomerDetail(db, before.id)
    recorder.audit({ target: ['customer', before.id], as: Customer, before: { ...after, ...before }, after })
    return after
  },
})
