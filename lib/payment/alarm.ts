import { alarm as raise } from '@/lib/notice/alarm'

class PaymentAlarm extends Error {
  override name = 'PaymentAlarm'
}

/**
 * Alarms staff about money: one entry of the error log for each kind, a notice for each number, which is that of the payment,
 * the refund or the event.
 */
export async function alarm(what: string, number: string, request_id?: string): Promise<void> {
  await raise({
    error: new PaymentAlarm(`${number}: ${what}`),
    path: '/v1/pay/notify',
    request_id,
    kind: what.replace(/\b[A-Za-z0-9-]*\d[A-Za-z0-9-]*\b/g, '…'),
    notice: {
      kind: 'payment_alarm',
      subject: number,
      params: { number },
      link: '/admin/error_log',
      permission_code: 'cms.error_log.list',
    },
  })
}
