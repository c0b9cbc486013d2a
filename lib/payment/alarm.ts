import { and, eq } from 'drizzle-orm'
import { notice } from '@/db/schema/notice'
import { connection } from '@/lib/kit/database'
import { alarm as raise } from '@/lib/notice/alarm'
import { runtime } from '@/lib/platform/wechat/transport'

class PaymentAlarm extends Error {
  override name = 'PaymentAlarm'
}

/** `what` has one entry in the error log; `number` (of the payment, refund or event) has one notice. */
export async function alarm(what: string, number: string, request_id?: string): Promise<void> {
  await raise({
    error: new PaymentAlarm(`${number}: ${what}`),
    path: '/v1/pay/notify',
    request_id,
    kind: what.replace(/[A-Za-z0-9-]+/g, (word) => (/\d/.test(word) ? '…' : word)),
    notice: {
      kind: 'payment_alarm',
      subject: number,
      params: { number },
      link: '/admin/error_log',
      permission_code: 'cms.error_log.list',
    },
  })
}

const path = '/v3/refund/domestic/refunds'

/** Staff have to retry or close the refund. */
export const alarmRefused = ({ refund_no, order_id }: { refund_no: string; order_id: number }, code: string) =>
  raise({
    error: new PaymentAlarm(`${refund_no}: refused by the provider: ${code}`),
    path,
    kind: `refund refused ${code}`,
    notice: {
      kind: 'refund_refused',
      subject: refund_no,
      params: { number: refund_no, code },
      link: `/admin/order/${order_id}`,
      permission_code: 'cms.order.list',
    },
  })

/** The days of the provider's bills are days in Beijing. */
const beijingDay = () => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(runtime().now())

/** Refunds wait for the shop's balance. At most once a day, even if staff have removed the notice. */
export async function askToTopUp(order_id: number): Promise<void> {
  const { db } = await connection()
  const day = beijingDay()
  if ((await db.$count(notice, and(eq(notice.kind, 'balance_short'), eq(notice.subject, day)))) > 0) return
  await raise({
    error: new PaymentAlarm('refunds wait: the balance at the provider is too small'),
    path,
    kind: 'balance short',
    notice: {
      kind: 'balance_short',
      subject: day,
      params: { day },
      link: `/admin/order/${order_id}`,
      permission_code: 'cms.order.list',
    },
  })
}
