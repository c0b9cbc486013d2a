import { z } from 'zod'
import { afterSaleKinds, afterSaleStatuses, orderStatuses } from '@/db/enums'
import {
  fileUrl,
  id,
  line,
  moment,
  money,
  paragraphs,
  pathId,
  personalLine,
  version,
} from '@/lib/kit/api/endpoint/fields'
import { changeQuery, cursorPageOf, cursorQuery, sortBy } from '@/lib/kit/api/endpoint/page'
import { customer, staffName } from '@/lib/kit/people/schema'
import { namedPieces } from '@/lib/order/cms-schema'
import { afterSaleFields, ReturnInput, transitionFields } from './schema'

export const caseActions = ['approve', 'reject', 'return', 'receive', 'refuse', 'decide'] as const

const updated_at = moment.meta({ description: 'The last change of it or its refund' })

export const CmsAfterSale = z
  .object({
    ...afterSaleFields,
    actions: z
      .array(z.enum(caseActions))
      .meta({ description: 'What the caller may do now, by the status of the request and their permissions' }),
    log: z.array(
      z.object({
        ...transitionFields,
        actor: staffName.nullable().meta({ description: 'null: the system or the payment provider' }),
        restock: z.array(namedPieces).nullable().meta({
          description:
            'The pieces that return to stock when the refund that this has opened succeeds; null: it has opened none, or one that was closed',
        }),
      }),
    ),
    customer,
    order_status: z.enum(orderStatuses),
    freight_left: money.meta({
      description: 'Shipping fee of the order that was paid and is not being paid back: the most that can be paid back',
    }),
    usual_return_to: z.string().meta({
      description:
        'The setting after_sale.return_address: where goods are sent unless staff say something else; empty: there is none',
    }),
    updated_at,
    version: z.int(),
  })
  .meta({ id: 'CmsAfterSale' })

const CmsAfterSaleRow = z
  .object({
    id,
    no: z.string(),
    order_id: id,
    order_no: z.string(),
    customer,
    items: z
      .array(
        z.object({
          order_item_id: id,
          name: z.string(),
          spec_text: z.string(),
          image_url: fileUrl.nullable(),
          count: z.int().min(0),
        }),
      )
      .meta({ description: 'The first three lines' }),
    line_count: z.int().min(0),
    piece_count: z.int().min(0),
    kind: z.enum(afterSaleKinds),
    status: z.enum(afterSaleStatuses),
    reason_code: z.string(),
    requested_amount: money,
    approved_amount: money.nullable(),
    decide_by: moment,
    return_by: moment.nullable(),
    inspect_by: moment.nullable(),
    created_at: moment,
    updated_at,
  })
  .meta({ id: 'CmsAfterSaleRow' })
export const CmsAfterSalePage = cursorPageOf(CmsAfterSaleRow)

/** `waiting`: all cases that wait for the shop. */
const afterSaleTabs = ['waiting', ...afterSaleStatuses] as const

export const CmsAfterSaleQuery = z.object({
  ...cursorQuery,
  ...changeQuery,
  tab: z.enum(afterSaleTabs).optional().meta({
    description: 'Those of one status; waiting: those that wait for the shop, requested, returned or disputed',
  }),
  q: personalLine(1, 64).optional().meta({
    description: 'The whole no or number of the parcel that was sent back, or what finds its order: see GET /cms/order',
  }),
  order_id: pathId.optional(),
  customer_id: pathId.optional(),
  kind: z.enum(afterSaleKinds).optional(),
  sort: sortBy(['id'], '-id', ['updated_at']),
})

const capped = z.int().meta({ description: 'At most 1000' })
export const CmsAfterSaleCount = z
  .object({
    waiting: capped.meta({ description: 'Those that are requested, returned or disputed, at most 1000' }),
    requested: capped,
    returning: capped,
    returned: capped,
    disputed: capped,
    refunding: capped,
    done: capped,
    rejected: capped,
    withdrawn: capped,
    expired: capped,
  })
  .meta({ id: 'CmsAfterSaleCount' })

/** Without texts that the customer has written. */
export const LoggedAfterSale = z.object({
  status: z.enum(afterSaleStatuses),
  approved_amount: money.nullable(),
  postage_amount: money,
  refund: z.object({ amount: money }).nullable(),
  return_to: paragraphs(0, 200).nullable(),
  return_carrier: line(1, 32).nullable(),
  return_tracking_no: line(1, 64).nullable(),
})

const amount = money.min(1).optional().meta({
  description:
    'In fen, at most what was asked for; by default what was approved before, or what was asked for. With freight_amount, of the goods alone',
})
const freight_amount = money.optional().meta({
  description:
    'Shipping fee that is paid back, in fen, at most freight_left, also if the customer has not asked for it; by default its share of amount',
})
const postage_amount = money.optional().meta({
  description:
    'What the customer paid to send the goods back, in fen, beyond the request; with freight_amount at most freight_left, because no more than was paid can go back',
})
const money_only = z.boolean().default(false).meta({
  description: 'Pays money alone: the pieces are not refunded, and those that were not shipped are still shipped',
})
const reasonForCustomer = paragraphs(1, 500).meta({ description: 'Why; the customer reads it' })
const restock = z.array(namedPieces).max(50)
const restockDefault = restock
  .optional()
  .meta({ description: 'The pieces that return to stock; by default those that were not shipped' })

export const ApproveInput = z.strictObject({
  amount,
  freight_amount,
  money_only,
  return_to: paragraphs(1, 200).optional().meta({
    description: 'Where the goods are to be sent; by default the setting after_sale.return_address',
  }),
  note: paragraphs(0, 500).optional().meta({ description: 'The customer reads it' }),
  version,
})
export const ParcelInput = ReturnInput.extend({ version })
export const RejectInput = z.strictObject({ note: reasonForCustomer, version })
export const ReceiveInput = z.strictObject({
  restock: restock.meta({ description: 'The pieces that return to stock; empty: none' }),
  amount,
  freight_amount,
  postage_amount,
  version,
})
export const DecideInput = z.strictObject({
  approve: z.boolean().meta({ description: 'true: for the customer; false: rejected for good' }),
  amount,
  freight_amount,
  postage_amount,
  money_only,
  restock: restockDefault,
  note: reasonForCustomer,
  version,
})
