import type { z } from 'zod'
import type { Receiver as ReceiverSchema, Address as Schema } from '@/lib/address/schema'

export type Address = z.output<typeof Schema>
export type Receiver = z.output<typeof ReceiverSchema>

const isChinese = (text: string) => /\p{Script=Han}/u.test(text)

/** Empty between Chinese parts, a comma between Latin parts, a space between both. */
const between = (left: string, right: string) => {
  if (isChinese(left) && isChinese(right)) return ''
  return isChinese(left) || isChinese(right) ? ' ' : ', '
}

/** The largest part first. A city named like its province, such as Beijing, is written once. */
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
