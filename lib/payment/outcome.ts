import type { CallbackOutcome, RefusedReport } from '@/db/enums'

/** Differs from the shop's request, or names an unknown payment or refund. */
export const isRefusedReport = (outcome: CallbackOutcome): outcome is RefusedReport => outcome.startsWith('refused')

export const isAlarming = (outcome: CallbackOutcome): boolean =>
  isRefusedReport(outcome) || outcome === 'abnormal' || outcome === 'closed'
