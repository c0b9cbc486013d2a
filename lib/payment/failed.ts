import { failedRefundStatuses, type RefundStatus } from '@/db/enums'

/** Whether a refund has failed and has to be retried or closed by staff. */
export const isFailedRefund = (status: RefundStatus) => failedRefundStatuses.some((one) => one === status)
