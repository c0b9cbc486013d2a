import { failedRefundStatuses, type RefundStatus } from '@/db/enums'

/** Whether a refund has failed and waits until staff retry or close it. */
export const isFailedRefund = (status: RefundStatus) => failedRefundStatuses.some((one) => one === status)
