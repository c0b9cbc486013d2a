/*
 * The last days up to now, of which today is one: `7d`. It stands for the start of a span where that is to move with the
 * days, in addresses and saved views. Without a library: every list has it in its first scripts.
 */

const pattern = /^([1-9]\d{0,2})d$/

export const lastDays = (count: number): string => `${count}d`

/** How many days a text stands for; undefined: it is something else. */
export function countOfLastDays(text: string): number | undefined {
  const count = pattern.exec(text)?.[1]
  return count === undefined ? undefined : Number(count)
}

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

/** The first moment of the last days in a zone, as ISO 8601. */
function startOfLastDays(count: number, zone: string, now: number): string {
  const today = new Date(now + aheadAt(now, zone))
  const midnight = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() - (count - 1))
  // The clocks may be changed between the two moments.
  const near = midnight - aheadAt(midnight, zone)
  return new Date(midnight - aheadAt(near, zone)).toISOString()
}

/** What a parameter means now: the moment for last days, anything else as it is. */
export function resolveLastDays(text: string, zone: string, now: number = Date.now()): string {
  const count = countOfLastDays(text)
  return count === undefined ? text : startOfLastDays(count, zone, now)
}
