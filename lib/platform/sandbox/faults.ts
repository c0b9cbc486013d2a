/** Only at the first delivery, so that the next one shows whether the shop recovers; unlike `contentFaults`. */
const transportFaults = ['altered_body', 'altered_tag', 'wrong_serial', 'old_timestamp', 'probe'] as const

const deliveryFaults = ['empty_associated_data', 'duplicate', 'concurrent', 'lost', 'late'] as const

const contentFaults = ['wrong_amount', 'payer_total_less', 'wrong_mchid', 'unknown_trade'] as const

/** Callbacks about refunds contain neither the app id nor the currency. */
const paymentContentFaults = ['wrong_appid', 'wrong_currency'] as const

export const refundFaults = [...transportFaults, ...deliveryFaults, ...contentFaults] as const
export const paymentFaults = [...refundFaults, ...paymentContentFaults] as const

export type RefundFault = (typeof refundFaults)[number]
export type PaymentFault = (typeof paymentFaults)[number]

export const lateSeconds = 60

/**
 * `too_large`, `wrong_type`: refused by UploadThing. `away`: 503. Others concern the callback: signed with another key,
 * sent twice, never sent, or naming a foreign origin for the response.
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
