import { randomBytes, randomInt } from 'node:crypto'

/** Random decimal digits, as text. */
export const digits = (count: number) => Array.from({ length: count }, () => randomInt(10)).join('')

/** Random hexadecimal characters, in lower case. */
export const hex = (count: number) =>
  randomBytes(Math.ceil(count / 2))
    .toString('hex')
    .slice(0, count)

const beijingOffset = 8 * 60 * 60 * 1000

/** A time as the provider writes it: RFC 3339 in seconds with the offset +08:00. */
export const beijingTime = (moment: Date) =>
  `${new Date(moment.getTime() + beijingOffset).toISOString().slice(0, 19)}+08:00`

const stampOf = (moment: Date) => beijingTime(moment).slice(0, 19).replace(/\D/g, '')

/** Length of the part that all prepay ids of one trade share. */
const tailLength = 20

export const tailOf = (prepay_id: string) => prepay_id.slice(-tailLength)

/** `wx`, the time of issue, and the trade's own tail, by which ids issued earlier are still found. */
export const prepayId = (now: Date, tail = hex(tailLength)) => `wx${stampOf(now)}${tail}`

/** The time when a prepay id was issued; undefined where it has another form. */
export function prepaidAt(prepay_id: string): Date | undefined {
  const parts = /^wx(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)[0-9a-f]{20}$/.exec(prepay_id)
  if (!parts) return undefined
  const [, year, month, day, hour, minute, second] = parts
  const issued = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}+08:00`)
  return Number.isNaN(issued.getTime()) ? undefined : issued
}

/** The provider's number of a payment: 28 digits. */
export const transactionId = (now: Date) => `4200${stampOf(now).slice(0, 8)}${digits(16)}`

/** The provider's number of a refund: 29 digits. */
export const refundId = (now: Date) => `50300${stampOf(now).slice(0, 8)}${digits(16)}`
