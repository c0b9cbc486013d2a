import { failedRefundStatuses, type RefundStatus } from '@/db/enums'

/** Staff have to retry or close the refund. */
export const isFailedRefund = (status: RefundStatus) => failedRefundStatuses.some((one) => one === status)
