import { ungrouped } from '@/lib/kit/api/endpoint/phone'

/**
 * Whether carriers would refuse a mobile number that the shop accepts. Carriers need eleven digits, as in mainland
 * China, or the code of another country. false for an empty number, which the shop refuses.
 */
export const isWrongMobile = (text: string) => !/^(((\+|00)?86)?0?1\d{10}|(\+|00)(?!86).*)?$/.test(ungrouped(text))
