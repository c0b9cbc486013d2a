/* Other codes than these are final once answered three times in succession. */

/** Not even requested again after the first refusal: the customer's account is closed or blocked. */
const final: readonly string[] = ['USER_ACCOUNT_ABNORMAL']

/** The shop's balance, permissions or settings at the provider must be corrected. */
const ofShop: readonly string[] = ['NOT_ENOUGH', 'NO_AUTH', 'MCH_NOT_EXISTS', 'APPID_MCHID_NOT_MATCH', 'SIGN_ERROR']

export const isShortOfBalance = (code: string) => code === 'NOT_ENOUGH'

export const isOfShop = (code: string) => ofShop.includes(code)

const refusalsUntilFinal = 3

/** `refusals` in succession, the last of them with this code. */
export const isGivenUp = (code: string, refusals: number) =>
  final.includes(code) || (!isOfShop(code) && refusals >= refusalsUntilFinal)

const longestPause = 6 * 60

/** In minutes. `refusals`: in succession. */
export const pauseAfter = (refusals: number) => Math.min(longestPause, 2 ** refusals)
