/**
 * What can go wrong with a callback. Faults of the transport spoil the first delivery alone, so that the next one shows
 * whether the shop recovers; faults of the content are in the message itself, and every delivery carries them.
 */
const transportFaults = ['altered_body', 'altered_tag', 'wrong_serial', 'old_timestamp', 'probe'] as const

const deliveryFaults = ['empty_associated_data', 'duplicate', 'concurrent', 'lost', 'late'] as const

const contentFaults = ['wrong_amount', 'payer_total_less', 'wrong_mchid', 'unknown_trade'] as const

/** A refund's message names neither the app nor the currency. */
const paymentContentFaults = ['wrong_appid', 'wrong_currency'] as const

export const refundFaults = [...transportFaults, ...deliveryFaults, ...contentFaults] as const
export const paymentFaults = [...refundFaults, ...paymentContentFaults] as const

export type RefundFault = (typeof refundFaults)[number]
export type PaymentFault = (typeof paymentFaults)[number]

/** How long a late callback is held back, in seconds. */
export const lateSeconds = 60
