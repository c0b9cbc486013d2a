/*
 * Moments that move with the days, in addresses and saved views: `7d` is the start of the last seven days, of which today is
 * one; `0m` is the start of this month, `1m` of the one before. Without a library: every list has it in its first scripts.
 */

const pattern = /^([1-9]\d{0,2})d$/
const monthPattern = /^(\d{1,2})m$/

export const lastDays = (count: number): string => `${count}d`

/** How many days a text stands for; undefined: it is something else. */
export function countOfLastDays(text: string): number | undefined {
  const count = pattern.exec(text)?.[1]
  return count === undefined ? undefined : Number(count)
}

/** How many months before this one a text stands for the start of; undefined: it is something else. */
function countOfMonths(text: string): number | undefined {
  const count = monthPattern.exec(text)?.[1]
  return count === undefined ? undefined : Number(count)
}

/** Whether a text stands for a moment that moves with the days. */
export const isRelative = (text: string): boolean =>
  countOfLastDays(text) !== undefined || countOfMonths(text) !== undefined

/** How far the clocks of a zone are ahead of UTC at a moment, in milliseconds. */
function aheadAt(moment: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone: zone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  }).formatToParts(moment)
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((one) => one.type === type)?.value)
  const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
  return local - Math.floor(moment / 1_000) * 1_000
}

/** What a parameter means now: the midnight in a zone, as ISO 8601, that a relative text stands for; anything else as it is. */
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
  // The clocks may be changed between the two moments.
  const near = midnight - aheadAt(midnight, zone)
  return new Date(midnight - aheadAt(near, zone)).toISOString()
}
