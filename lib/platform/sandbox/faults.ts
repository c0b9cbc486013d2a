/**
 * Faults in the transport of a callback. Only the first delivery has these faults, so that the next delivery shows
 * whether the shop recovers. By contrast, every delivery has the faults of `contentFaults`, because they are in the
 * message itself.
 */
const transportFaults = ['altered_body', 'altered_tag', 'wrong_serial', 'old_timestamp', 'probe'] as const

const deliveryFaults = ['empty_associated_data', 'duplicate', 'concurrent', 'lost', 'late'] as const

const contentFaults = ['wrong_amount', 'payer_total_less', 'wrong_mchid', 'unknown_trade'] as const

/**
 * Faults in the content of callbacks about payments. Callbacks about refunds contain neither the app id nor the
 * currency.
 */
const paymentContentFaults = ['wrong_appid', 'wrong_currency'] as const

export const refundFaults = [...transportFaults, ...deliveryFaults, ...contentFaults] as const
export const paymentFaults = [...refundFaults, ...paymentContentFaults] as const

export type RefundFault = (typeof refundFaults)[number]
export type PaymentFault = (typeof paymentFaults)[number]

/** The delay of a late callback, in seconds. */
export const lateSeconds = 60

/**
 * The faults of a browser's upload to the simulated UploadThing. `too_large` and `wrong_type`: UploadThing refuses the
 * upload. `away`: UploadThing responds with 503. All other faults concern the callback: it is signed with another key,
 * sent twice, never sent, or names a foreign origin for the response of the shop.
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
