import { z } from 'zod'
import {
  actionRefusals,
  fulfilments,
  orderStatuses,
  paymentStatuses,
  refundStatuses,
  shippingMethods,
  shippingReportStatuses,
  staffActions,
  timelineActions,
  timelineKinds,
} from '@/db/enums'
import { Receiver } from '@/lib/address/schema'
import { fileUrl, id, moment, money } from '@/lib/kit/api/endpoint/fields'
import { external_id, tags } from '@/lib/kit/api/endpoint/labels'
import { customer, staffName } from '@/lib/kit/people/schema'
import { Tracking } from '@/lib/order/parcel/schema'
import { discounts, skuCodes } from './schema'

/** Pieces in a line. */
export const maxCount = 999
export const maxLines = 50
/** Orders that are revoked with another one in the same parcel. */
export const maxParcelOrders = 50

export const nullableMoment = moment.nullable()

export const pieces = z.int().min(0)

export const storeName = z.object({ id, name: z.string() })

export const namedPieces = z.strictObject({ order_item_id: id, count: z.int().min(1).max(maxCount) })

export const orderChange = 'The last change of it, its lines, payments, refunds, shipments, notes and return requests'

export const CmsOrder = z
  .object({
    id,
    order_no: z.string(),
    user_id: id,
    customer,
    status: z.enum(orderStatuses),
    fulfilment: z.enum(fulfilments).meta({ description: 'How much of it was shipped' }),
    version: z.int(),
    actions: z
      .array(
        z.object({
          action: z.enum(staffActions),
          allowed: z.boolean(),
          reason: z.enum(actionRefusals).nullable(),
        }),
      )
      .meta({
        description:
          'What the caller can do now. reprice changes the money, readdress the receiver. reason is null where it is allowed, forbidden without the permission, the status that rules it out, part_shipped, nothing_left to ship or to pay back, after_sale_open while a return request decides about the pieces, pickup or express (it is collected, or not), address_asked until the other address is accepted or refused, or limit_reached',
      }),
    items: z.array(
      z.object({
        id,
        product_id: id,
        sku_id: id,
        ...skuCodes,
        name: z.string(),
        spec_text: z.string(),
        image_url: fileUrl.nullable(),
        price: money,
        count: z.int(),
        amount: money.meta({ description: 'price × count' }),
        discount_amount: money.meta({ description: 'The share of all reductions of the order' }),
        deal_pieces: pieces,
        paid_amount: money.meta({ description: 'amount less discount_amount: what refunds are computed from' }),
        shipped_count: pieces,
        refunded_count: pieces.meta({ description: 'Pieces that were refunded or are being refunded' }),
        kept_count: pieces.meta({ description: 'Those of refunded_count that were not shipped' }),
        refunded_amount: money.meta({ description: 'What was refunded or is being refunded' }),
        open_case_id: id.nullable().meta({
          description:
            'The open return request of this line, which is neither shipped nor refunded otherwise meanwhile',
        }),
      }),
    ),
    items_amount: money,
    freight_amount: money,
    freight_detail: z
      .array(
        z
          .object({
            template_id: id,
            name: z.string(),
            sku_ids: z.array(id),
            amount: money.meta({ description: 'In fen' }),
            free: z.enum(['amount', 'pieces']).nullable().meta({ description: 'The limit by which it is free' }),
          })
          .meta({ id: 'OrderFreight' }),
      )
      .nullable()
      .meta({
        description:
          'The shipping fee by template when the order was placed; empty: set by staff, or collected at a store; null: placed before there were templates',
      }),
    discount_amount: money.meta({ description: 'By promotions and by the shop' }),
    promotion_amount: money.meta({ description: 'The part by promotions; the rest is by the shop' }),
    discounts,
    total_amount: money,
    paid_amount: money,
    refunded_amount: money.meta({ description: 'What refunds have paid back' }),
    promised_amount: money.meta({
      description: 'What refunds have paid back or may still pay back; a failed one counts until it is closed',
    }),
    promised_freight: money.meta({ description: 'The part of promised_amount that is shipping fee' }),
    remark: z.string(),
    placed_by: id
      .nullable()
      .meta({ description: 'The staff member who placed it for the customer; null: the customer' }),
    store: storeName.nullable().meta({ description: 'The store where the customer collects it; null: it is sent' }),
    pickup: z
      .object({
        ready_at: nullableMoment.meta({ description: 'When the customer was told that it is ready' }),
        ready_by: staffName.nullable(),
        collected_at: nullableMoment.meta({ description: 'When it was handed over' }),
        collected_by: staffName.nullable(),
      })
      .nullable()
      .meta({ description: 'Of a paid order that is collected; null: it is sent, or not paid' }),
    receiver: Receiver.meta({ description: 'Where the order is sent, or who collects it at the address of the store' }),
    asked_receiver: Receiver.nullable().meta({
      description: 'The address that the customer asks for; nothing is shipped until it is accepted or refused',
    }),
    shipments: z.array(
      z.object({
        id,
        method: z.enum(shippingMethods),
        carrier: z.string().nullable().meta({ description: 'The value of an entry of the dictionary carrier' }),
        tracking_no: z.string().nullable(),
        shipped_at: moment,
        corrected_at: nullableMoment.meta({ description: 'It is corrected at most once' }),
        revoked_at: nullableMoment,
        tried_at: nullableMoment.meta({
          description: 'When reporting it to the platform began: since then it can no longer be revoked',
        }),
        reported_at: nullableMoment.meta({ description: 'When the platform has accepted it' }),
        tracking: Tracking,
        untracked: z.object({ errcode: z.int(), errmsg: z.string() }).nullable().meta({
          description: 'Why the platform does not track it, until its number or the phone number is corrected',
        }),
        items: z.array(z.object({ order_item_id: id, count: pieces })),
      }),
    ),
    report: z
      .object({
        status: z.enum(shippingReportStatuses).meta({
          description:
            'waiting: something is or will be to report; refused: the platform does not accept it, until it is reported again',
        }),
        next_try_at: nullableMoment,
        errcode: z.int().nullable().meta({ description: 'The last error of the platform' }),
        errmsg: z.string().nullable(),
        corrected_at: nullableMoment.meta({ description: 'The platform takes one correction' }),
        order_state: z.int().nullable().meta({
          description:
            'As the platform told it: 1 to ship, 2 shipped, 3 received, 6 waiting for settlement, 4 finished, 5 refunded',
        }),
        settled_at: nullableMoment,
      })
      .nullable()
      .meta({
        description: 'What the platform was told of its shipments, without which it keeps the money; null: nothing yet',
      }),
    payments: z
      .array(
        z.object({
          id,
          payment_no: z.string(),
          status: z.enum(paymentStatuses),
          amount: money,
          settles: z.boolean().meta({ description: 'It paid the order; any other one that was paid is paid back' }),
          transaction_id: z.string().nullable().meta({ description: 'The number that the provider gave it' }),
          created_at: moment,
          paid_at: nullableMoment,
        }),
      )
      .meta({ description: 'Every attempt to pay it' }),
    refunds: z.array(
      z.object({
        id,
        refund_no: z.string(),
        amount: money,
        freight_amount: money,
        reason_code: z.string().nullable(),
        note: z.string(),
        status: z.enum(refundStatuses).meta({
          description:
            'abnormal: the provider accepted it and has not paid it; refused: it did not accept it. Both keep pieces and money until they are retried or closed',
        }),
        refusal_code: z.string().nullable().meta({
          description:
            'The code with which the provider has refused it; while it is processing, it is requested again later',
        }),
        settles: z.boolean().meta({
          description:
            'It pays back what paid the order; any other payment is paid back in any case, and cannot be closed',
        }),
        created_at: moment,
        succeeded_at: nullableMoment,
        items: z.array(z.object({ order_item_id: id, count: pieces, amount: money, restock_count: pieces })),
      }),
    ),
    ships_with: z.array(z.object({ id, order_no: z.string(), version: z.int() })).meta({
      description: 'Up to 10 others to the same receiver that can be shipped now, for together of its shipping',
    }),
    parcel_with: z.array(z.object({ shipment_id: id, id, order_no: z.string(), version: z.int() })).meta({
      description: 'Up to 50 orders that were shipped in the parcel of shipment_id, for together of its revocation',
    }),
    pinned_notes: z
      .array(z.object({ id, text: z.string(), actor: staffName.nullable(), created_at: moment }))
      .meta({ description: 'The notes that are to be seen first; timeline has all' }),
    timeline: z
      .array(
        z.object({
          at: moment,
          kind: z.enum(timelineKinds),
          id: id.meta({
            description: 'Of the entry of a log, or of the printing, payment, shipment, refund or note',
          }),
          action: z.enum(timelineActions),
          actor: staffName.nullable().meta({ description: 'null: the system or the payment provider' }),
          amount: money.nullable().meta({ description: 'Of a payment, a refund or a return request, in fen' }),
          detail: z.string().meta({ description: 'A number or words for people; empty where there is nothing to add' }),
        }),
      )
      .meta({ description: 'Everything that happened to it, the newest last' }),
    external_id,
    tags,
    created_at: moment,
    updated_at: moment.meta({ description: orderChange }),
    expires_at: moment.meta({ description: 'The time to pay ends here' }),
    paid_at: nullableMoment,
    shipped_at: nullableMoment,
    completed_at: nullableMoment,
    cancelled_at: nullableMoment,
    cancel_reason: z.string().nullable().meta({
      description:
        'customer: the customer cancelled it; expired: it was not paid in time; anything else: words for people',
    }),
  })
  .meta({ id: 'CmsOrder' })

/** In the audit log, without fields that are computed or belong to other records. */
export const LoggedOrder = CmsOrder.omit({
  customer: true,
  actions: true,
  timeline: true,
  report: true,
  ships_with: true,
  parcel_with: true,
  discounts: true,
  freight_detail: true,
  updated_at: true,
}).extend({
  shipments: z.array(CmsOrder.shape.shipments.element.omit({ tracking: true, untracked: true })),
})
