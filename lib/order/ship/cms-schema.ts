import { z } from 'zod'
import { actionRefusals, shippingMethods, shippingReportStatuses } from '@/db/enums'
import { ReceiverInput } from '@/lib/address/schema'
import { code, fileUrl, id, line, pathId, trackingNo, version } from '@/lib/kit/api/endpoint/fields'
import { inFormat } from '@/lib/kit/api/endpoint/formats'
import { maxLines, maxParcelOrders, namedPieces, nullableMoment, pieces, storeName } from '@/lib/order/cms-schema'

/** As the audit log stores it. */
export const LoggedReport = z.object({ report: z.enum(shippingReportStatuses) })

const ofExpress = {
  error: 'A carrier and a tracking number are required with express.',
  params: { code: 'required' },
}

const ofExpressAlone = {
  error: 'Only express has a carrier and a tracking number.',
  params: { code: 'not_allowed' },
}

const carrier = line(1, 32).meta({ description: 'The value of an entry of the dictionary carrier' })

export const ShipInput = z
  .strictObject({
    method: z.enum(shippingMethods),
    carrier: carrier.optional(),
    tracking_no: trackingNo.optional(),
    items: z
      .array(namedPieces)
      .min(1)
      .max(maxLines)
      .optional()
      .meta({ description: 'What is in the parcel, only with express; all that is left by default' }),
    together: z.array(z.strictObject({ id, version })).max(10).optional().meta({
      description:
        'Other orders of the same customer to the same receiver, of which everything that is left is in the same parcel; only with express, and without items',
    }),
    version,
  })
  .refine(({ method, together }) => method === 'express' || !together?.length, {
    error: 'Only express takes several orders in a parcel.',
    params: { code: 'not_allowed' },
    path: ['together'],
  })
  .refine(({ method, carrier }) => method !== 'express' || carrier !== undefined, { ...ofExpress, path: ['carrier'] })
  .refine(({ method, tracking_no }) => method !== 'express' || tracking_no !== undefined, {
    ...ofExpress,
    path: ['tracking_no'],
  })
  .refine(({ method, carrier }) => method === 'express' || carrier === undefined, {
    ...ofExpressAlone,
    path: ['carrier'],
  })
  .refine(({ method, tracking_no }) => method === 'express' || tracking_no === undefined, {
    ...ofExpressAlone,
    path: ['tracking_no'],
  })

export const CorrectInput = z.strictObject({ carrier, tracking_no: trackingNo, version })

export const PhoneInput = z.strictObject({ mobile: ReceiverInput.shape.mobile, version })

export const RevokeInput = z.strictObject({
  together: z.array(z.strictObject({ id, version })).max(maxParcelOrders).optional().meta({
    description: 'Other orders in the same parcel, as in parcel_with, of which it is revoked too: all or none',
  }),
  version,
})

export const shipmentParams = z.object({ id: pathId, sid: pathId })

export const ReadyInput = z.strictObject({ version })

const pickupCode = inFormat(code(1, 32), 'pickup_code').meta({
  description: 'The 12 digits that the customer shows; spaces and hyphens between them are ignored',
})

export const CollectInput = z.strictObject({ code: pickupCode, version })

export const PickupQuery = z.object({
  code: pickupCode,
  store_id: pathId.optional().meta({ description: 'The store of the caller; an order of another one is refused' }),
})

export const PickupOrder = z
  .object({
    id,
    order_no: z.string(),
    version: z.int(),
    store: storeName,
    contact: z.object({ name: z.string(), mobile: z.string() }).meta({ description: 'Who collects it' }),
    remark: z.string().meta({ description: 'What the customer has written' }),
    pinned_notes: z.array(z.string()).meta({ description: 'The pinned notes of staff, oldest first' }),
    paid_at: nullableMoment,
    ready_at: nullableMoment,
    refusal: z
      .enum(actionRefusals)
      .nullable()
      .meta({ description: 'Why it cannot be handed over now, as reason of actions of an order; null: it can' }),
    items: z.array(
      z.object({
        id,
        name: z.string(),
        spec_text: z.string(),
        image_url: fileUrl.nullable(),
        count: pieces,
        left_count: pieces.meta({ description: 'Pieces to hand over: without those of refunds' }),
      }),
    ),
  })
  .meta({ id: 'PickupOrder' })
