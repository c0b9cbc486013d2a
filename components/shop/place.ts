import type { z } from 'zod'
import type { Receiver as ReceiverSchema, Address as Schema } from '@/lib/address/schema'

export type Address = z.output<typeof Schema>
export type Receiver = z.output<typeof ReceiverSchema>

const isChinese = (text: string) => /\p{Script=Han}/u.test(text)

/**
 * The separator between two parts. Chinese is written without spaces. Latin parts are separated by commas, and from
 * Chinese ones by a space.
 */
const between = (left: string, right: string) => {
  if (isChinese(left) && isChinese(right)) return ''
  return isChinese(left) || isChinese(right) ? ' ' : ', '
}

/**
 * An address in one line, the largest part first. Beijing is both a province and its only city, and is written once.
 */
export const placeOf = ({
  province,
  city,
  district,
  detail,
}: Pick<Receiver, 'province' | 'city' | 'district' | 'detail'>): string =>
  [province, city === province ? '' : city, district, detail]
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .reduce((line, part, at, parts) => line + (at > 0 ? between(parts[at - 1] ?? '', part) : '') + part, '')
