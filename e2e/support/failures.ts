// Runs before the server of the browser tests starts: records errors for the error log, and a system notice.

import { recordError } from '@/lib/kit/api/run/failure'
import { closeDatabase, connection } from '@/lib/kit/database'
import { postSystemNotice } from '@/lib/notice/commands'
import { command } from '@/scripts/command'

const failures = [
  { error: new TypeError('Cannot read properties of undefined (reading “price”)'), path: '/v1/order', times: 3 },
  { error: new RangeError('Invalid time value'), path: '/cms/banner', times: 1 },
]

async function recordFailures(): Promise<string> {
  const { db } = await connection()
  for (const [index, { error, path, times }] of failures.entries()) {
    for (let count = 1; count <= times; count++) {
      const request_id = `a-request-that-failed-${index}-${count}`
      await recordError(db, error, { source: 'request', method: 'POST', path, request_id })
    }
  }
  await postSystemNotice(db, {
    kind: 'payment_alarm',
    subject: 'TEST-PAYMENT',
    params: { number: 'TEST-PAYMENT' },
    link: '/admin/error_log',
    permission_code: 'cms.error_log.list',
  })
  return `Recorded ${failures.length} errors.`
}

await command(() => recordFailures().finally(closeDatabase))
