/** The date and time of a moment in a zone, the same in every language: `2026-11-25 07:49`, or with its seconds. */
export const localTime = (moment: Date, zone: string, to: 'minute' | 'second'): string =>
  // What Sweden writes is ISO 8601 with a space.
  new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: to === 'second' ? 'medium' : 'short',
  }).format(moment)

/** What a zone is called at a moment: `China Standard Time`, or `GMT+8`. In Chinese, that time is named after Beijing. */
export const nameOfZone = (moment: Date, zone: string, locale: string, style: 'long' | 'short'): string =>
  zone === 'Asia/Shanghai' && locale === 'zh-CN'
    ? '北京时间'
    : (new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: style })
        .formatToParts(moment)
        .find(({ type }) => type === 'timeZoneName')?.value ?? zone)

/** The date and time to the second, with the name of the zone: `2026-11-25 07:49:42（北京时间）`. */
export function localTimeWithZone(moment: Date, zone: string, locale: string): string {
  const [time, name] = [localTime(moment, zone, 'second'), nameOfZone(moment, zone, locale, 'long')]
  return locale === 'zh-CN' ? `${time}（${name}）` : `${time} (${name})`
}
