import type { Locale } from '@/lib/kit/i18n/locale'

export interface CustomerName {
  id: number
  nickname: string
  username: string | null
  mobile: string | null
}

const unnamed: Record<Locale, string> = { en: 'WeChat user', 'zh-CN': '微信用户' }

/** `WeChat user #36` for customers of the mini-program without any name. `locale` undefined: `#36`, for programs. */
export const nameOfCustomer = ({ id, nickname, username, mobile }: CustomerName, locale: Locale | undefined) =>
  nickname || username || mobile || (locale ? `${unnamed[locale]} #${id}` : `#${id}`)
