import type { Locale } from '@/lib/kit/i18n/locale'

interface CustomerName {
  id: number
  nickname: string
  username: string | null
  mobile: string | null
}

const unnamed: Record<Locale, string> = { en: 'WeChat user', 'zh-CN': '微信用户' }

/**
 * Returns the display name of a customer: the first of nickname, user name and phone number that is not empty, else
 * `WeChat user #36`, because customers of the mini-program may have none of these. `locale` undefined: returns `#36`
 * instead, for a file for programs.
 */
export const nameOfCustomer = ({ id, nickname, username, mobile }: CustomerName, locale: Locale | undefined) =>
  nickname || username || mobile || (locale ? `${unnamed[locale]} #${id}` : `#${id}`)
