/**
 * The faults that a callback can have. Transport faults affect the first delivery only, so that the next one shows
 * whether the shop recovers; content faults are in the message itself and so in every delivery.
 */
const transportFaults = ['altered_body', 'altered_tag', 'wrong_serial', 'old_timestamp', 'probe'] as const

const deliveryFaults = ['empty_associated_data', 'duplicate', 'concurrent', 'lost', 'late'] as const

const contentFaults = ['wrong_amount', 'payer_total_less', 'wrong_mchid', 'unknown_trade'] as const

/** A refund's message has neither the app nor the currency. */
const paymentContentFaults = ['wrong_appid', 'wrong_currency'] as const

export const refundFaults = [...transportFaults, ...deliveryFaults, ...contentFaults] as const
export const paymentFaults = [...refundFaults, ...paymentContentFaults] as const

export type RefundFault = (typeof refundFaults)[number]
export type PaymentFault = (typeof paymentFaults)[number]

/** The delay of a late callback, in seconds. */
export const lateSeconds = 60

/**
 * The faults of a browser's upload to the simulated UploadThing. `too_large` and `wrong_type`: the platform refuses it;
 * `away`: it does not respond. The others concern the callback: signed with another key, sent twice, never sent, or
 * with a foreign origin for the response.
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
