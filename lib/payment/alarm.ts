import { randomUUID } from 'node:crypto'
import { recordError } from '@/lib/api/failure'
import { log } from '@/lib/api/log'
import { connection } from '@/lib/database'

class PaymentAlarm extends Error {
  override name = 'PaymentAlarm'
}

/** Something about money that a person must look at: into the error log, where the back office shows it. */
export async function alarm(what: string, request_id: string = randomUUID()): Promise<void> {
  const { db } = await connection()
  log().error({ what, request_id }, 'payment alarm')
  await recordError(db, new PaymentAlarm(what), { source: 'job', method: 'POST', path: '/v1/pay/notify', request_id })
}
