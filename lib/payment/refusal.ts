/*
 * What a refusal of a refund means. The codes are those of the provider; it may have others, which are taken for refusals of
 * this refund once they have come three times in succession.
 */

/** Repeating cannot change them: the customer's account is closed or blocked. */
const final: readonly string[] = ['USER_ACCOUNT_ABNORMAL']

/** Not about this refund: they end when the shop's balance, permissions or settings at the provider are put right. */
const ofShop: readonly string[] = ['NOT_ENOUGH', 'NO_AUTH', 'MCH_NOT_EXISTS', 'APPID_MCHID_NOT_MATCH', 'SIGN_ERROR']

/** The shop's balance at the provider is too small. */
export const isShortOfBalance = (code: string) => code === 'NOT_ENOUGH'

/** Whether it ends only when something of the shop's is put right at the provider. */
export const isOfShop = (code: string) => ofShop.includes(code)

const refusalsUntilFinal = 3

/** Whether a refund is given up that was refused with this code so often in succession. */
export const isGivenUp = (code: string, refusals: number) =>
  final.includes(code) || (!isOfShop(code) && refusals >= refusalsUntilFinal)

const longestPause = 6 * 60

/** Minutes until a refund is requested again that was refused so often in succession. */
export const pauseAfter = (refusals: number) => Math.min(longestPause, 2 ** refusals)
