import { z } from 'zod'
import { trackingStates } from '@/db/enums'
import { id, moment } from '@/lib/kit/api/endpoint/fields'

const state = z.enum(trackingStates).meta({
  description: 'By its latest news; out: out for delivery; failed: not handed over, or canceled; none: no news yet',
})
const text = z.string().meta({ description: 'In the words of the carrier; may be empty' })

/** Of a parcel. */
export const Tracking = z.object({ state, at: moment, text }).nullable().meta({
  description: 'The latest news of the parcel; null: none yet, or it has no tracking number',
})

export const waybill_token = z.string().nullable().meta({
  description:
    'For openWaybillTracking of the platform’s plugin logisticsPlugin in the mini-program; null: the platform does not track it',
})

export const Trace = z
  .array(
    z
      .object({
        shipment_id: id,
        at: moment,
        state: state.nullable().meta({ description: 'null: unchanged by this' }),
        text,
      })
      .meta({ id: 'ParcelNews' }),
  )
  .meta({ description: 'The latest first' })
