import { randomBytes, randomInt } from 'node:crypto'

export const digits = (count: number) => Array.from({ length: count }, () => randomInt(10)).join('')

export const hex = (count: number) =>
  randomBytes(Math.ceil(count / 2))
    .toString('hex')
    .slice(0, count)

const beijingOffset = 8 * 60 * 60 * 1000

/** Like the provider: RFC 3339 with seconds and the offset +08:00. */
export const beijingTime = (moment: Date) =>
  `${new Date(moment.getTime() + beijingOffset).toISOString().slice(0, 19)}+08:00`

const stampOf = (moment: Date) => beijingTime(moment).slice(0, 19).replace(/\D/g, '')

/** Equal in all prepay ids of a trade. */
const tailLength = 20

export const tailOf = (prepay_id: string) => prepay_id.slice(-tailLength)

/** `wx`, the time of issue, and `tail`, by which the trade is found from its earlier prepay ids too. */
export const prepayId = (now: Date, tail = hex(tailLength)) => `wx${stampOf(now)}${tail}`

/** undefined for a text in another form. */
export function prepaidAt(prepay_id: string): Date | undefined {
  const parts = /^wx(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)[0-9a-f]{20}$/.exec(prepay_id)
  if (!parts) return undefined
  const [, year, month, day, hour, minute, second] = parts
  const issued = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}+08:00`)
  return Number.isNaN(issued.getTime()) ? undefined : issued
}

/** Number of a payment at the provider: 28 digits. */
export const transactionId = (now: Date) => `4200${stampOf(now).slice(0, 8)}${digits(16)}`

/** Number of a refund at the provider: 29 digits. */
export const refundId = (now: Date) => `50300${stampOf(now).slice(0, 8)}${digits(16)}`
