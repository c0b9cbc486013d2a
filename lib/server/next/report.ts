import { Problem } from '@/lib/kit/api/endpoint/problem'
import { describeError, recordError } from '@/lib/kit/api/run/failure'
import { log } from '@/lib/kit/api/run/log'
import { connection } from '@/lib/kit/database'

/** Like the error of a request. Ignores errors of the class `Problem`. */
export async function reportPageError(
  error: unknown,
  { method, path }: { method: string; path: string },
): Promise<void> {
  // The endpoint that threw the problem has already recorded it.
  if (error instanceof Problem) return
  const request_id = crypto.randomUUID()
  log().error({ request_id, method, path, ...describeError(error) }, 'a page failed')
  try {
    const { db } = await connection()
    await recordError(db, error, { source: 'page', method, path, request_id })
  } catch (failure) {
    log().error({ request_id, ...describeError(failure) }, 'the error log could not be written')
  }
}
