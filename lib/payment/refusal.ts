/*
 * The meaning of the provider's codes for a refused refund. Every other code is treated as final for the refund once it
 * has been answered three times in succession.
 */

/**
 * Codes of the provider after which the shop does not request a refund again, not even after the first refusal: the
 * customer's account is closed or blocked.
 */
const final: readonly string[] = ['USER_ACCOUNT_ABNORMAL']

/**
 * Codes of the provider that do not concern the refund itself. The shop's balance, permissions or settings at the
 * provider must be corrected.
 */
const ofShop: readonly string[] = ['NOT_ENOUGH', 'NO_AUTH', 'MCH_NOT_EXISTS', 'APPID_MCHID_NOT_MATCH', 'SIGN_ERROR']

/** Whether a code means that the shop's balance at the provider is too small. */
export const isShortOfBalance = (code: string) => code === 'NOT_ENOUGH'

/** Whether a code means that the shop's balance, permissions or settings at the provider must be corrected. */
export const isOfShop = (code: string) => ofShop.includes(code)

const refusalsUntilFinal = 3

/**
 * Whether the shop stops requesting a refund after `refusals` refusals in succession, the last of them with this code.
 */
export const isGivenUp = (code: string, refusals: number) =>
  final.includes(code) || (!isOfShop(code) && refusals >= refusalsUntilFinal)

const longestPause = 6 * 60

/** Returns the number of minutes after which a refund is requested again, after `refusals` refusals in succession. */
export const pauseAfter = (refusals: number) => Math.min(longestPause, 2 ** refusals)
