import { ungrouped } from '@/lib/kit/api/endpoint/phone'

/**
 * Carriers need eleven digits of mainland China, or a country code. false for an empty text, which the shop refuses.
 */
export const isWrongMobile = (text: string) => !/^(((\+|00)?86)?0?1\d{10}|(\+|00)(?!86).*)?$/.test(ungrouped(text))
