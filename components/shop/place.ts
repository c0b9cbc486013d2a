import type { z } from 'zod'
import type { Receiver as ReceiverSchema, Address as Schema } from '@/lib/address/schema'

export type Address = z.output<typeof Schema>
export type Receiver = z.output<typeof ReceiverSchema>

/** The place of an address as one line, the largest part first. Beijing is a province and its only city: it is said once. */
export const placeOf = ({
  province,
  city,
  district,
  detail,
}: Pick<Receiver, 'province' | 'city' | 'district' | 'detail'>) =>
  `${province}${city === province ? '' : city}${district}${detail}`
