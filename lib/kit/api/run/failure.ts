import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { isLost } from '@/db/connection/lost'
import { error_log } from '@/db/schema/log'
import type { Database } from '@/lib/kit/database'
import { invalid, Problem, problem } from '../endpoint/problem'

interface DatabaseFault {
  code: string
  constraint: string | undefined
  column: string | undefined
  detail: string
}

/** From the error or its chain of `cause`; undefined: not an error of the database. */
export function databaseFault(error: unknown): DatabaseFault | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ('code' in current && typeof current.code === 'string') {
      const text = (name: 'constraint' | 'column' | 'detail') => {
        const value: unknown = Reflect.get(current, name)
        return typeof value === 'string' ? value : undefined
      }
      return {
        code: current.code,
        constraint: text('constraint'),
        column: text('column'),
        detail: text('detail') ?? '',
      }
    }
  }
  return undefined
}

/** Named in errors of the trigger `track_file_use`: a column has a URL that no file has. */
const fileAddress = 'file_address'

/** A deadlock or a serialization failure. */
export const isRetryable = (error: unknown) => ['40001', '40P01'].includes(databaseFault(error)?.code ?? '')

/** Of an attempt to connect, whatever the reason: the ENOENT of a missing socket, but not that of a missing file. */
const isOfConnecting = (error: Error) =>
  'syscall' in error && (error.syscall === 'connect' || error.syscall === 'getaddrinfo')

/** Whether the database is unreachable, shutting down or without free resources. */
export function isUnavailable(error: unknown): boolean {
  // `fetch` reports another server that is unreachable as a TypeError, and the code for platforms as a problem.
  for (let current = error; current instanceof Error; current = current.cause)
    if (current instanceof TypeError || current instanceof Problem) return false
  const code = databaseFault(error)?.code ?? ''
  if (/^(57P|53|55P03|57014|25P03|ECONN|ENOTFOUND|EAI_AGAIN)/.test(code)) return true
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current.name === 'DrizzleQueryError') continue
    if (isOfConnecting(current) || isLost(current) || /timeout exceeded when trying to connect/i.test(current.message))
      return true
    if (current instanceof AggregateError && current.errors.some(isUnavailable)) return true
  }
  return false
}

/** undefined: unknown. Loaded on use: the table of constraints imports all tables, and few failures need it. */
async function fieldOf({ constraint }: DatabaseFault): Promise<string | undefined> {
  if (constraint === undefined) return undefined
  const { fieldOfConstraint } = await import('@/db/constraints')
  return fieldOfConstraint(constraint)
}

/** undefined: unexpected. */
export async function problemOf(error: unknown, method: string): Promise<Problem | undefined> {
  if (isUnavailable(error)) {
    return problem('unavailable', {
      detail: 'The database did not answer. Try again.',
      headers: { 'retry-after': '2' },
      cause: error,
    })
  }
  const fault = databaseFault(error)
  const field = fault && (await fieldOf(fault))
  switch (fault?.code) {
    case '23505':
      if (!field) return undefined
      return problem('already_exists', {
        detail: `${field}: This is taken.`,
        invalid_params: [{ in: 'body', name: field, reason: 'This is taken.', code: 'already_exists' }],
      })
    case '23503':
    case '23001':
      if (fault.constraint === fileAddress && fault.column)
        return invalid('body', fault.column, 'not_found', 'There is no such file.')
      if (method === 'DELETE') return problem('in_use', { detail: 'Something else refers to this.' })
      return field ? invalid('body', field, 'not_found', 'This does not exist.') : undefined
    default:
      return undefined
  }
}

/** `path`: the row in the body, such as `items.2`. If the database refuses a value, the 400 names the field below. */
export async function writeAt<Result>(path: string, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    const [fault] = (await problemOf(error, 'PUT'))?.extras.invalid_params ?? []
    throw fault ? invalid(fault.in, `${path}.${fault.name}`, fault.code, fault.reason) : error
  }
}

const fullStorage = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS', 'EACCES'])

/** 507 for missing space or a folder without write access; else undefined. */
export function storageFull(error: unknown): Problem | undefined {
  const isFull = error instanceof Error && 'code' in error && fullStorage.has(String(error.code))
  return isFull ? problem('storage_full', { detail: 'There is no space left for files.', cause: error }) : undefined
}

/** For a drizzle error, of its cause: its own message has the statement with all parameters, which may be secret. */
export function describeError(error: unknown): { name: string; message: string; stack: string } {
  if (!(error instanceof Error)) return { name: 'NonError', message: typeof error, stack: '' }
  const described = error.name === 'DrizzleQueryError' || error.message.startsWith('Failed query') ? error.cause : error
  const { name, message } = described instanceof Error ? described : { name: error.name, message: 'a query failed' }
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return { name, message: message.slice(0, 1_000), stack: frames.slice(0, 30).join('\n') }
}

/** By fingerprint, with the number of occurrences and the latest 20 request ids. A resolved error becomes new again. */
export async function recordError(
  db: Database,
  error: unknown,
  {
    kind,
    ...location
  }: { source: 'request' | 'page' | 'job'; method: string; path: string; request_id: string; kind?: string },
): Promise<void> {
  const { name, message, stack } = describeError(error)
  // The fingerprint omits numbers: they differ between occurrences of the same error.
  const occurrence = kind ?? message.replace(/\d+/g, '0')
  const place = `${location.source} ${location.method} ${location.path}\n${name}\n${occurrence}\n${stack.split('\n', 1)[0]}`
  const fingerprint = createHash('sha256').update(place).digest('hex').slice(0, 32)
  const { request_id, ...rest } = location
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
