import { randomUUID } from 'node:crypto'
import { recordError } from '@/lib/api/failure'
import { log } from '@/lib/api/log'
import { connection } from '@/lib/database'
import { postSystemNotice } from '@/lib/notice/commands'

class PaymentAlarm extends Error {
  override name = 'PaymentAlarm'
}

/**
 * Records something about money that staff must look at in the error log, one row for each kind, and tells them by a notice
 * for each number. `number` is that of the payment, the refund or the event.
 */
export async function alarm(what: string, number: string, request_id: string = randomUUID()): Promise<void> {
  const { db } = await connection()
  log().error({ what, number, request_id }, 'payment alarm')
  const kind = what.replace(/\b[A-Za-z0-9-]*\d[A-Za-z0-9-]*\b/g, '…')
  const where = { source: 'job' as const, method: 'POST', path: '/v1/pay/notify', request_id, kind }
  await recordError(db, new PaymentAlarm(`${number}: ${what}`), where)
  await postSystemNotice(db, {
    kind: 'payment_alarm',
    subject: number,
    params: { number },
    link: '/admin/error_log',
    permission_code: 'cms.error_log.list',
  })
}
