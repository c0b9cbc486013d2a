import dayjs from 'dayjs'
import timezone from 'dayjs/plugin/timezone'
import utc from 'dayjs/plugin/utc'

/*
 * Days and times in a time zone: the shop's, not the browser's. A moment is ISO 8601, a day `2026-11-20`, a local time
 * `2026-11-20 09:30`. Import it only from lazy-loaded code: dayjs must not be in a page's first scripts.
 */

dayjs.extend(utc)
dayjs.extend(timezone)

/**
 * Returns the wall-clock time of a moment in a time zone, as a dayjs object in UTC. dayjs's own formatting for a time
 * zone converts through the browser's time zone: near a change of the browser's clocks, its result is wrong by an hour.
 */
const wallClockAt = (moment: string, zone: string) =>
  dayjs.utc(moment).add(dayjs(moment).tz(zone).utcOffset(), 'minute')

/** Returns the day of a moment in a time zone. */
export const dayOf = (moment: string, zone: string): string => wallClockAt(moment, zone).format('YYYY-MM-DD')

/** Returns the local time of a moment in a time zone, to the minute. */
export const localOf = (moment: string, zone: string): string => wallClockAt(moment, zone).format('YYYY-MM-DD HH:mm')

/**
 * Returns the moment, in UTC, of a local time in a time zone. A local time in a gap of daylight saving time is moved
 * forward by the gap. Throws a RangeError if `local` is not a time.
 */
export const momentOf = (local: string, zone: string): string => dayjs.tz(local, zone).toISOString()

/** Returns the first moment of a day, in UTC. */
export const startOfDay = (day: string, zone: string): string => momentOf(`${day} 00:00`, zone)

/** Returns the first moment after a day, in UTC. */
export const endOfDay = (day: string, zone: string): string =>
  startOfDay(dayjs.utc(day).add(1, 'day').format('YYYY-MM-DD'), zone)
