import { z } from 'zod'
import { orderStatuses } from '@/db/enums'
import { Address } from '@/lib/address/schema'
import { edits, fileUrl, id, moment, money, paragraphs, personalLine } from '@/lib/kit/api/endpoint/fields'
import { external_id, external_idInput, tag, tags, tagsInput } from '@/lib/kit/api/endpoint/labels'
import { changeQuery, cursorPageOf, cursorQuery, listFileQuery, sortBy } from '@/lib/kit/api/endpoint/page'
import { userStatus } from '@/lib/user/schema'

export const Customer = z
  .object({
    id,
    nickname: z.string(),
    avatar_url: fileUrl.nullable(),
    username: z.string().nullable(),
    email: z.string().nullable(),
    mobile: z.string().nullable(),
    status: userStatus,
    remark: z.string(),
    external_id,
    tags,
    order_count: z.int(),
    paid_amount: money.meta({ description: 'The total of all payments, in fen' }),
    last_login_at: moment.nullable(),
    created_at: moment,
    updated_at: moment.meta({
      description: 'The last change of it, its accounts or addresses; signing in and orders are not a change of it',
    }),
    deleted_at: moment.nullable().meta({ description: 'null: the account is not closed' }),
    version: z.int(),
  })
  .meta({ id: 'Customer' })

export const CustomerPage = cursorPageOf(Customer)

export const CustomerDetail = Customer.extend({
  addresses: z.array(Address),
  orders: z
    .array(
      z.object({ id, order_no: z.string(), status: z.enum(orderStatuses), total_amount: money, created_at: moment }),
    )
    .meta({ description: 'The latest ten' }),
}).meta({ id: 'CustomerDetail' })

export const CustomerQuery = z.object({
  ...cursorQuery,
  ...changeQuery,
  ...listFileQuery(CustomerPage),
  status: userStatus.optional(),
  q: personalLine(1, 64).optional().meta({
    description:
      'Part of the nickname, the beginning of user name, e-mail or phone, or the name (two characters or more) or phone of the receiver of an order',
  }),
  external_id: personalLine(1, 64)
    .optional()
    .meta({ description: 'The whole external_id, with the case of its letters' }),
  tag: tag.optional().meta({ description: 'One of its tags, with the case of its letters' }),
  sort: sortBy(['id'], '-id', ['updated_at']),
})

export const CustomerChanges = edits({
  status: userStatus,
  remark: paragraphs(0, 500),
  external_id: external_idInput,
  tags: tagsInput,
})
