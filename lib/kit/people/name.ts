import type { Locale } from '@/lib/kit/i18n/locale'

interface CustomerName {
  id: number
  nickname: string
  username: string | null
  mobile: string | null
}

const unnamed: Record<Locale, string> = { en: 'WeChat user', 'zh-CN': '微信用户' }

/**
 * The display name. A customer of the mini-program may have no nickname: then the user name, the phone number, or
 * `WeChat user #36`; only the number in files for programs, which have no language.
 */
export const nameOfCustomer = ({ id, nickname, username, mobile }: CustomerName, locale: Locale | undefined) =>
  nickname || username || mobile || (locale ? `${unnamed[locale]} #${id}` : `#${id}`)
