import { z } from 'zod'
import { changes, id, line, moment, phone } from '@/lib/kit/api/endpoint/fields'
import { regionCode } from '@/lib/region/schema'

const fields = {
  name: line(1, 32),
  mobile: phone,
  province: line(1, 32),
  city: line(0, 32).meta({ description: 'May be empty where the district is directly under the province' }),
  district: line(0, 32),
  detail: line(1, 200),
}

const postal_code = line(0, 10).nullable()

/** Stores an omitted `postal_code` as null. */
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

/** A copy made when the order was placed. */
export const Receiver = z.object(receiverFields)

export const Address = z
  .object({
    id,
    ...receiverFields,
    region_code: regionCode.nullable().meta({
      description:
        'The city that the province, city and district name, see GET /v1/region; null: they name none of the list',
    }),
    is_default: z.boolean().meta({ description: 'Exactly one address of a customer is the default' }),
    created_at: moment,
    updated_at: moment,
  })
  .meta({ id: 'Address' })
