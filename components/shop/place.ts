import type { z } from 'zod'
import type { Receiver as ReceiverSchema, Address as Schema } from '@/lib/address/schema'

export type Address = z.output<typeof Schema>
export type Receiver = z.output<typeof ReceiverSchema>

/** The place of an address as one line, the largest part first. */
export const placeOf = ({
  province,
  city,
  district,
  detail,
}: Pick<Receiver, 'province' | 'city' | 'district' | 'detail'>) => `${province}${city}${district}${detail}`
