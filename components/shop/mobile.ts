import { ungrouped } from '@/lib/kit/api/endpoint/phone'

/**
 * Whether carriers would refuse a phone number that the shop accepts. Carriers need eleven digits, as in mainland
 * China, or a number with the code of another country. false for an empty text, which the shop refuses.
 */
export const isWrongMobile = (text: string) => !/^(((\+|00)?86)?0?1\d{10}|(\+|00)(?!86).*)?$/.test(ungrouped(text))
