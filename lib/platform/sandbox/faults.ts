/**
 * The faults that a callback can have. Transport faults are only in the first delivery, so that the next delivery shows
 * whether the shop recovers. Content faults are in the message itself, so every delivery has them.
 */
const transportFaults = ['altered_body', 'altered_tag', 'wrong_serial', 'old_timestamp', 'probe'] as const

const deliveryFaults = ['empty_associated_data', 'duplicate', 'concurrent', 'lost', 'late'] as const

const contentFaults = ['wrong_amount', 'payer_total_less', 'wrong_mchid', 'unknown_trade'] as const

/** Faults of payments only: the message of a refund has neither the app nor the currency. */
const paymentContentFaults = ['wrong_appid', 'wrong_currency'] as const

export const refundFaults = [...transportFaults, ...deliveryFaults, ...contentFaults] as const
export const paymentFaults = [...refundFaults, ...paymentContentFaults] as const

export type RefundFault = (typeof refundFaults)[number]
export type PaymentFault = (typeof paymentFaults)[number]

/** The delay of a late callback, in seconds. */
export const lateSeconds = 60

/**
 * The faults of a browser's upload to the simulated UploadThing. `too_large` and `wrong_type`: the platform refuses the
 * upload. `away`: the platform answers 503. All other faults concern the callback: it is signed with another key, sent
 * twice, never sent, or names a foreign origin for the response of the shop.
 */
export const uploadFaults = [
  'too_large',
  'wrong_type',
  'away',
  'forged_callback',
  'repeated_callback',
  'no_callback',
  'wrong_origin',
] as const

export type UploadFault = (typeof uploadFaults)[number]
