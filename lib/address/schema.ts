import { z } from 'zod'
import { changes, id, line, moment, phone } from '@/lib/kit/api/endpoint/fields'
import { regionCode } from '@/lib/region/schema'

const fields = {
  name: line(1, 32),
  mobile: phone,
  province: line(1, 32),
  city: line(1, 32),
  district: line(0, 32),
  detail: line(1, 200),
}

const postal_code = line(0, 10).nullable()

/** The whole receiver of an order as input. An omitted `postal_code` is stored as null. */
export const ReceiverInput = z.strictObject({ ...fields, postal_code: postal_code.optional() })

export const AddressInput = z.strictObject({
  ...ReceiverInput.shape,
  is_default: z.boolean().optional().meta({ description: 'The first address is always the default' }),
})
export const AddressChanges = changes({ ...fields, postal_code, is_default: z.boolean() })

const receiverFields = {
  name: z.string(),
  mobile: z.string(),
  province: z.string(),
  city: z.string(),
  district: z.string(),
  detail: z.string(),
  postal_code: z.string().nullable(),
}

/** The shipping address of an order: a copy made when the order was placed. */
export const Receiver = z.object(receiverFields)

export const Address = z
  .object({
    id,
    ...receiverFields,
    region_code: regionCode.nullable().meta({
      description:
        'The city as its province and city name it, see GET /v1/region; null: it is not in the list, so ask the customer to choose it',
    }),
    is_default: z.boolean().meta({ description: 'Exactly one address of a customer is the default' }),
    created_at: moment,
    updated_at: moment,
  })
  .meta({ id: 'Address' })
