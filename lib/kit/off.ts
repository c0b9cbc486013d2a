import { plainForm } from './plain-form'

const isInTenths = (locale: string) => locale === 'zh-CN'

/** 125 thousandths off are 12.5 (percent), in Chinese 8.75: tenths of the price that is left (折). */
export const rateOf = (permille: number, locale: string): number =>
  isInTenths(locale) ? (1_000 - permille) / 100 : permille / 10

/** In thousandths off, from `12.5%`, in Chinese `8.75折`; undefined with more decimals than thousandths have. */
export function permilleOf(text: string, locale: string): number | undefined {
  const match = /^(\d{1,4})(?:\.(\d{0,2}))?\s*[%折]?$/.exec(plainForm(text).trim())
  if (!match) return undefined
  const hundredths = Number(`${match[1]}${(match[2] ?? '').padEnd(2, '0')}`)
  if (isInTenths(locale)) return hundredths <= 1_000 ? 1_000 - hundredths : undefined
  return hundredths % 10 === 0 ? hundredths / 10 : undefined
}
