import { z } from 'zod'
import { actionRefusals, carrierAccountProblems, waybillStates } from '@/db/enums'
import { id, idsUpTo, line, moment, queryChoice } from '@/lib/kit/api/endpoint/fields'
import { cursorPageOf, cursorQuery } from '@/lib/kit/api/endpoint/page'
import { maxLines, namedPieces } from '@/lib/order/cms-schema'
import { skuCodes } from '@/lib/order/schema'
import { maxParcels } from './path'

/** The platform is asked for each of them. */
const maxLabels = 20
const maxTogether = 10

const reason = z
  .object({
    code: z.int().meta({ description: 'Of the carrier, or else the errcode of the platform' }),
    text: z.string(),
  })
  .nullable()

export const Waybill = z
  .object({
    id,
    key: z
      .string()
      .meta({ description: 'The order_id of the platform: the number of the first order and a running number' }),
    state: z.enum(waybillStates).meta({
      description:
        'creating: the answer of the platform was lost, and it is asked again; ready: not shipped yet; canceling: the platform has not confirmed it yet; failed: refused, there is no waybill',
    }),
    account_id: id.meta({ description: 'The carrier account' }),
    delivery_id: z.string().meta({ description: 'The value of an entry of the dictionary carrier' }),
    tracking_no: z.string().nullable(),
    orders: z.array(z.object({ id, order_no: z.string() })).meta({ description: 'Those in the parcel' }),
    items: z
      .array(namedPieces)
      .nullable()
      .meta({ description: 'What is in the parcel; null: all that is left to ship' }),
    weight_g: z.int().meta({ description: 'Of the goods and the packing, in grams' }),
    remark: z.string().meta({ description: 'Printed on the label' }),
    is_name_cut: z.boolean().meta({ description: 'The name of the receiver is too long for a label and was cut' }),
    reason: reason.meta({ description: 'The last refusal, by the carrier or the platform' }),
    print_count: z.int(),
    printed_at: moment.nullable(),
    next_try_at: moment.nullable().meta({ description: 'When the platform is asked next' }),
    created_at: moment,
    updated_at: moment,
    version: z.int(),
  })
  .meta({ id: 'Waybill' })

export const WaybillPage = cursorPageOf(Waybill)

export const WaybillQuery = z.object({
  ...cursorQuery,
  state: z.enum(waybillStates).optional(),
  ids: idsUpTo(maxParcels).optional(),
  order_ids: idsUpTo(maxParcels).optional(),
  number: line(1, 64).optional().meta({ description: 'The tracking number or an order number' }),
  not_canceled: z
    .literal('true')
    .optional()
    .meta({ description: 'Ready ones of the last 30 days that the carrier refused to cancel' }),
})

export const WaybillInput = z.strictObject({
  order_id: id,
  version: z.int().min(1).meta({ description: 'Of the order, as it was read' }),
  account_id: id,
  items: z
    .array(namedPieces)
    .min(1)
    .max(maxLines)
    .optional()
    .meta({ description: 'What is in the parcel; all that is left by default' }),
  together: z
    .array(z.strictObject({ id, version: z.int().min(1) }))
    .max(maxTogether)
    .optional()
    .meta({ description: 'Other orders of the same customer to the same receiver in the same parcel, without items' }),
  remark: line(0, 200).default(''),
})

export const PackableQuery = z.object({
  ids: idsUpTo(maxParcels).optional(),
  order_no: line(1, 64).optional().meta({ description: 'Instead of ids, as a scanner reads it' }),
})

export const PackableOrders = z
  .object({
    items: z.array(
      z.object({
        id,
        order_no: z.string(),
        version: z.int(),
        receiver_name: z.string(),
        remark: z.string().meta({ description: 'What the customer has written' }),
        items: z
          .array(
            z.object({
              id,
              name: z.string(),
              spec_text: z.string(),
              ...skuCodes,
              left_count: z.int().meta({ description: 'Pieces that are left to ship' }),
            }),
          )
          .meta({ description: 'The lines with pieces to ship. If waybill has items, only those go' }),
        refusal: z
          .enum(actionRefusals)
          .nullable()
          .meta({ description: 'Why it cannot be shipped now, as reason of actions of an order; null: it can' }),
        ships_with: z.array(id).meta({ description: 'Up to 10 others to the same receiver that can be shipped now' }),
        waybill: Waybill.nullable().meta({ description: 'The newest one that is not used yet' }),
        is_outdated: z.boolean().meta({ description: 'The receiver was changed since waybill was made' }),
      }),
    ),
    accounts: z
      .array(
        z.object({
          id,
          name: z.string().meta({ description: 'Of the carrier' }),
          biz_id: z.string(),
          delivery_id: z.string(),
          is_default: z.boolean(),
          problem: z
            .enum(carrierAccountProblems)
            .nullable()
            .meta({ description: 'Why it makes no waybills; null: it does' }),
        }),
      )
      .meta({ description: 'The carrier accounts that are enabled' }),
  })
  .meta({ id: 'PackableOrders' })

export const CancelWaybillInput = z.strictObject({ version: z.int().min(1) })

export const LabelQuery = z.object({
  ids: idsUpTo(maxLabels).meta({ description: 'Up to 20' }),
  parts: queryChoice([1, 2]).optional().meta({ description: 'Of paper; 2 by default' }),
})

export const Labels = z
  .object({
    items: z.array(
      z.object({
        waybill: Waybill,
        html: z.string().nullable().meta({
          description:
            'A page of the carrier: show it only in an iframe with sandbox, without scripts; null: there is none',
        }),
        reason: reason.meta({ description: 'Why there is no label' }),
      }),
    ),
  })
  .meta({ id: 'WaybillLabels' })

export const PrintedInput = z.strictObject({ ids: z.array(id).min(1).max(maxParcels) })
