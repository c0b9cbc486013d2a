/** How far the clocks of a time zone are ahead of UTC at a moment, in milliseconds. */
function offsetAt(at: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at)
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((one) => one.type === type)?.value)
  const shown = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
  return shown - Math.floor(at / 1000) * 1000
}

/** The day (`2026-11-20`) on which a moment falls in a time zone. */
export function dayOf(moment: string, zone: string): string {
  const at = Date.parse(moment)
  return new Date(at + offsetAt(at, zone)).toISOString().slice(0, 10)
}

/** The first moment of a day in a time zone, in UTC. */
export function startOf(day: string, zone: string): string {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  return new Date(midnight - offsetAt(midnight - offsetAt(midnight, zone), zone)).toISOString()
}

/** The first moment after a day. */
export const endOf = (day: string, zone: string): string =>
  startOf(new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10), zone)
