import { timingSafeEqual } from 'node:crypto'
import { hashOf } from '@/lib/kit/api/endpoint/caller'
import { problem } from '@/lib/kit/api/endpoint/problem'
import { requestIdOf } from '@/lib/kit/api/run/request'
import { type Answer, problemAnswer } from '@/lib/kit/api/run/response'
import { writeQueue } from '@/lib/kit/api/run/write-queue'
import { connection } from '@/lib/kit/database'
import { env } from '@/lib/kit/env'
import { countAttention } from './attention'
import { metrics, startMetrics } from './metrics'

/**
 * 404 if METRICS_TOKEN is not set, 401 without it. On Vercel, where a function has no start script, the first call
 * starts the counting.
 */
export async function serveMetrics({ headers }: Request): Promise<Answer> {
  await startMetrics()
  const counted = metrics()
  const request_id = requestIdOf(headers)
  if (!counted) return problemAnswer(problem('not_found', { detail: 'METRICS_TOKEN is not set.' }), request_id)
  const [expected, actual] = [hashOf(`Bearer ${env().METRICS_TOKEN}`), hashOf(headers.get('authorization') ?? '')]
  if (!timingSafeEqual(Buffer.from(expected), Buffer.from(actual))) {
    const refused = {
      detail: 'Send METRICS_TOKEN as Authorization: Bearer.',
      headers: { 'www-authenticate': 'Bearer' },
    }
    return problemAnswer(problem('unauthenticated', refused), request_id)
  }
  const { watching, pool } = (await connection().catch(() => undefined)) ?? {}
  const [attention] = (await (watching && countAttention(watching))?.catch(() => undefined)) ?? []
  return {
    status: 200,
    body: await counted.text({ pool: pool?.(), attention, writes: writeQueue().counts }),
    headers: { 'content-type': counted.type, 'cache-control': 'no-store' },
  }
}
