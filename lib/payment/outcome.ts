import type { CallbackOutcome, RefusedReport } from '@/db/enums'

/**
 * Whether a report of the provider was not applied, because it differs from the shop's request or names an unknown
 * payment or refund.
 */
export const isRefusedReport = (outcome: CallbackOutcome): outcome is RefusedReport => outcome.startsWith('refused')

/** Whether the result of a payment, refund or callback raises an alarm for staff. */
export const isAlarming = (outcome: CallbackOutcome): boolean =>
  isRefusedReport(outcome) || outcome === 'abnormal' || outcome === 'closed'
