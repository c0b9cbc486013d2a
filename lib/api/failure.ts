import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { fieldOfConstraint } from '@/db/constraints'
import { error_log } from '@/db/schema/log'
import type { Database } from '@/lib/database'
import { invalid, type Problem, problem } from './problem'

interface DatabaseFault {
  code: string
  constraint: string | undefined
}

/** The fault that PostgreSQL or its driver reported, wherever it is wrapped. */
function databaseFault(error: unknown): DatabaseFault | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string') {
      return {
        code: at.code,
        constraint: 'constraint' in at && typeof at.constraint === 'string' ? at.constraint : undefined,
      }
    }
  }
  return undefined
}

/** A deadlock or a serialisation failure: the same work may succeed when it is done again. */
export const isRetryable = (error: unknown) => ['40001', '40P01'].includes(databaseFault(error)?.code ?? '')

const lostConnection =
  /timeout exceeded when trying to connect|Connection terminated|connection error|not queryable|WebSocket/i

/** The database cannot be reached, is shutting down, or has no room for us at the moment. */
function isUnavailable(error: unknown): boolean {
  const code = databaseFault(error)?.code ?? ''
  if (/^(08|57P|53|55P03|57014|25P03|ECONN|ENOTFOUND|ETIMEDOUT|EPIPE|EAI_AGAIN)/.test(code)) return true
  for (let at = error; at instanceof Error; at = at.cause) {
    if (lostConnection.test(at.message) && at.name !== 'DrizzleQueryError') return true
    if (at instanceof AggregateError && at.errors.some(isUnavailable)) return true
  }
  return false
}

/** What a client is told of a failure that is not a problem of its own already; undefined: an unexpected one. */
export function problemOf(error: unknown, method: string): Problem | undefined {
  if (isUnavailable(error)) {
    return problem('unavailable', {
      detail: 'The database did not answer. Try again.',
      headers: { 'retry-after': '2' },
      cause: error,
    })
  }
  const fault = databaseFault(error)
  const field = fault?.constraint && fieldOfConstraint(fault.constraint)
  switch (fault?.code) {
    case '23505':
      if (!field) return undefined
      return problem('already_exists', {
        detail: `${field}: This is taken.`,
        invalid_params: [{ in: 'body', name: field, reason: 'This is taken.', code: 'already_exists' }],
      })
    case '23503':
    case '23001':
      if (method === 'DELETE') return problem('in_use', { detail: 'Something else refers to this.' })
      return field ? invalid('body', field, 'not_found', 'This does not exist.') : undefined
    default:
      return undefined
  }
}

/**
 * Name, message and stack without what drizzle puts into its message: the statement with all its parameters, secrets
 * among them. Its cause says what went wrong.
 */
export function describeError(error: unknown): { name: string; message: string; stack: string } {
  if (!(error instanceof Error)) return { name: 'NonError', message: typeof error, stack: '' }
  const described = error.name === 'DrizzleQueryError' || error.message.startsWith('Failed query') ? error.cause : error
  const { name, message } = described instanceof Error ? described : { name: error.name, message: 'a query failed' }
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return { name, message: message.slice(0, 1_000), stack: frames.slice(0, 30).join('\n') }
}

/** One row per fingerprint in `error_log`, with the latest request ids. */
export async function recordError(
  db: Database,
  error: unknown,
  {
    kind,
    ...where
  }: { source: 'request' | 'page' | 'job'; method: string; path: string; request_id: string; kind?: string },
): Promise<void> {
  const { name, message, stack } = describeError(error)
  // What differs from one occurrence to the next says nothing about the place.
  const occurrence = kind ?? message.replace(/\d+/g, '0')
  const place = `${where.source} ${where.method} ${where.path}\n${name}\n${occurrence}\n${stack.split('\n', 1)[0]}`
  const fingerprint = createHash('sha256').update(place).digest('hex').slice(0, 32)
  const { request_id, ...rest } = where
  await db
    .insert(error_log)
    .values({ ...rest, fingerprint, name, message, stack, request_ids: [request_id] })
    .onConflictDoUpdate({
      target: error_log.fingerprint,
      set: {
        count: sql`${error_log.count} + 1`,
        last_at: sql`now()`,
        updated_at: sql`now()`,
        status: sql`case when ${error_log.status} = 'resolved' then 'new' else ${error_log.status} end`,
        message: sql`excluded.message`,
        stack: sql`excluded.stack`,
        request_ids: sql`(excluded.request_ids || ${error_log.request_ids})[1:20]`,
      },
    })
}
