/** In the usual format of the language: `Nov 25, 2026, 7:49 AM`, or with seconds. */
export const localTime = (moment: Date, zone: string, locale: string, to: 'minute' | 'second'): string =>
  new Intl.DateTimeFormat(locale, {
    timeZone: zone,
    dateStyle: 'medium',
    timeStyle: to === 'second' ? 'medium' : 'short',
  })
    .format(moment)
    // Some engines write a narrow space before AM, others do not: the server and the browser must write the same.
    .replaceAll('\u202f', ' ')

/** `China Standard Time` or `GMT+8`. The Chinese name of `Asia/Shanghai` is always 北京时间. */
export const nameOfZone = (moment: Date, zone: string, locale: string, style: 'long' | 'short'): string =>
  zone === 'Asia/Shanghai' && locale === 'zh-CN'
    ? '北京时间'
    : (new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: style })
        .formatToParts(moment)
        .find(({ type }) => type === 'timeZoneName')?.value ?? zone)

/** `2026年11月25日 07:49:42（北京时间）`. */
export function localTimeWithZone(moment: Date, zone: string, locale: string): string {
  const [time, name] = [localTime(moment, zone, locale, 'second'), nameOfZone(moment, zone, locale, 'long')]
  return locale === 'zh-CN' ? `${time}（${name}）` : `${time} (${name})`
}
