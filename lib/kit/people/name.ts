import type { Locale } from '@/lib/kit/i18n/locale'

export interface CustomerName {
  id: number
  nickname: string
  username: string | null
  mobile: string | null
}

const unnamed: Record<Locale, string> = { en: 'WeChat user', 'zh-CN': '微信用户' }
const named: Record<Locale, (receiver: string) => string> = {
  en: (receiver) => `${receiver} (${unnamed.en})`,
  'zh-CN': (receiver) => `${receiver}（${unnamed['zh-CN']}）`,
}

/**
 * `WeChat user #36` for customers of the mini-program without any name, or `周敏（微信用户）` with the name of their
 * receiver. `locale` undefined: `#36`, for programs.
 */
export function nameOfCustomer(
  { id, nickname, username, mobile }: CustomerName,
  locale: Locale | undefined,
  receiver?: string,
): string {
  const own = nickname || username || mobile
  if (own) return own
  if (!locale) return `#${id}`
  return receiver ? named[locale](receiver) : `${unnamed[locale]} #${id}`
}
