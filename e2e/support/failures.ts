// Before the server of the browser tests starts: what went wrong there once, for the pages that tell of it.

import { recordError } from '@/lib/api/failure'
import { closeDatabase, connection } from '@/lib/database'
import { command } from '@/scripts/command'

const failures = [
  { error: new TypeError('Cannot read properties of undefined (reading “price”)'), path: '/v1/order', times: 3 },
  { error: new RangeError('Invalid time value'), path: '/cms/banner', times: 1 },
]

async function fail(): Promise<string> {
  const { db } = await connection()
  for (const [index, { error, path, times }] of failures.entries()) {
    for (let time = 1; time <= times; time++) {
      const request_id = `a-request-that-failed-${index}-${time}`
      await recordError(db, error, { source: 'request', method: 'POST', path, request_id })
    }
  }
  return `${failures.length} things went wrong once.`
}

await command(() => fail().finally(closeDatabase))
