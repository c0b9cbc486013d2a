/**
 * The time zones that a shop can choose from. Days of the dashboard are counted in hours, so the changes of a zone must be
 * whole hours.
 */
export const timeZones = [
  'Asia/Shanghai',
  'Asia/Urumqi',
  'Asia/Hong_Kong',
  'Asia/Macau',
  'Asia/Taipei',
  'Asia/Singapore',
  'Asia/Bangkok',
  'Asia/Tokyo',
  'Asia/Seoul',
  'Australia/Sydney',
  'Europe/London',
  'Europe/Paris',
  'America/New_York',
  'America/Los_Angeles',
  'UTC',
] as const

export const usualTimeZone = 'Asia/Shanghai'
