import { and, eq, isNull, sql } from 'drizzle-orm'
import { user } from '@/db/schema/user'
import { endpoint, permission } from '@/lib/api/endpoint'
import { idParams } from '@/lib/api/fields'
import { problem } from '@/lib/api/problem'
import { refuseStale } from '@/lib/api/version'
import { endSessions } from '@/lib/user/staff'
import * as example from './example'
import { listCustomersOf, readCustomerDetail } from './queries'
import { Customer, CustomerChanges, CustomerDetail, CustomerPage, CustomerQuery } from './schema'

export const listCustomers = endpoint({
  method: 'GET',
  path: '/cms/customer',
  summary: 'Customers',
  access: permission('cms.customer.list'),
  query: CustomerQuery,
  output: CustomerPage,
  csv: 'customers',
  example: {
    query: { q: '晚晚' },
    output: { items: [example.customer], page: 1, size: 10, total: 1, next_cursor: null },
  },
  handle: ({ db, query }) => listCustomersOf(db, query),
})

export const readCustomer = endpoint({
  method: 'GET',
  path: '/cms/customer/{id}',
  summary: 'A customer with addresses and the latest orders',
  access: permission('cms.customer.list'),
  params: idParams,
  output: CustomerDetail,
  example: { params: { id: '1' }, output: example.customerDetail },
  handle: ({ db, params }) => readCustomerDetail(db, params.id),
})

export const updateCustomer = endpoint({
  method: 'PUT',
  path: '/cms/customer/{id}',
  summary: 'Disable or enable a customer, or make a remark',
  description: 'Disabling ends all sessions of the customer; orders go on.',
  access: permission('cms.customer.update'),
  params: idParams,
  body: CustomerChanges,
  output: CustomerDetail,
  problems: ['stale_version'],
  example: { params: { id: '1' }, body: { remark: '老顾客', version: 1 }, output: example.customerDetail },
  async handle({ db, params, body: { version, ...values }, caller, record }) {
    const [before] = await db
      .select()
      .from(user)
      .where(and(eq(user.id, params.id), eq(user.kind, 'customer'), isNull(user.deleted_at)))
      .for('no key update')
    if (!before) throw problem('not_found', { detail: 'There is no such customer.' })
    await refuseStale(db, before, version)
    await db
      .update(user)
      .set({ ...values, version: sql`${user.version} + 1`, updated_by: caller.user_id })
      .where(eq(user.id, before.id))
    if (values.status === 'disabled') await endSessions(db, before.id)
    const after = await readCustomerDetail(db, before.id)
    record.audit({ target: ['customer', before.id], as: Customer, before: { ...after, ...before }, after })
    return after
  },
})
