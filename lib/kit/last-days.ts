/* `7d`: the last seven days with today, `0m`: this month. No library, since every list loads this file at once. */

const pattern = /^([1-9]\d{0,2})d$/
const monthPattern = /^(\d{1,2})m$/

export const lastDays = (count: number): string => `${count}d`

export function countOfLastDays(text: string): number | undefined {
  const count = pattern.exec(text)?.[1]
  return count === undefined ? undefined : Number(count)
}

function countOfMonths(text: string): number | undefined {
  const count = monthPattern.exec(text)?.[1]
  return count === undefined ? undefined : Number(count)
}

export const isRelative = (text: string): boolean =>
  countOfLastDays(text) !== undefined || countOfMonths(text) !== undefined

/** In milliseconds. */
function aheadAt(moment: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(moment)
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((one) => one.type === type)?.value)
  const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
  return local - Math.floor(moment / 1_000) * 1_000
}

/** A relative text becomes the midnight in this zone with which the period begins. Other texts are unchanged. */
export function resolveRelative(text: string, zone: string, now: number = Date.now()): string {
  const days = countOfLastDays(text)
  const months = countOfMonths(text)
  if (days === undefined && months === undefined) return text
  const today = new Date(now + aheadAt(now, zone))
  const [year, month] = [today.getUTCFullYear(), today.getUTCMonth()]
  const midnight =
    months === undefined
      ? Date.UTC(year, month, today.getUTCDate() - ((days ?? 1) - 1))
      : Date.UTC(year, month - months, 1)
  // The offset may differ between the two moments.
  const near = midnight - aheadAt(midnight, zone)
  return new Date(midnight - aheadAt(near, zone)).toISOString()
}
