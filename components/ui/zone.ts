import dayjs from 'dayjs'
import timezone from 'dayjs/plugin/timezone'
import utc from 'dayjs/plugin/utc'

/* The shop's zone, not the browser's. Import only from lazy-loaded code: dayjs must not be in first scripts. */

dayjs.extend(utc)
dayjs.extend(timezone)

/** In UTC. dayjs's own formatting is wrong by an hour near a change of the browser's clocks. */
const wallClockAt = (moment: string, zone: string) =>
  dayjs.utc(moment).add(dayjs(moment).tz(zone).utcOffset(), 'minute')

/** `2026-11-20`. */
export const dayOf = (moment: string, zone: string): string => wallClockAt(moment, zone).format('YYYY-MM-DD')

/** `2026-11-20 09:30`. */
export const localOf = (moment: string, zone: string): string => wallClockAt(moment, zone).format('YYYY-MM-DD HH:mm')

/** In UTC. A time in a gap of daylight saving time moves forward by the gap. Throws a RangeError for an invalid one. */
export const momentOf = (local: string, zone: string): string => dayjs.tz(local, zone).toISOString()

export const startOfDay = (day: string, zone: string): string => momentOf(`${day} 00:00`, zone)

export const endOfDay = (day: string, zone: string): string =>
  startOfDay(dayjs.utc(day).add(1, 'day').format('YYYY-MM-DD'), zone)
