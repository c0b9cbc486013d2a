import type { z } from 'zod'
import { currentSettings } from '@/lib/config/settings'
import { connected, connection } from '@/lib/database'
import { env } from '@/lib/env'
import { admit } from './admit'
import { type OperationRow, operationRow } from './audit'
import type { Caller, identify } from './caller'
import { Batch, batchSize, columnsOf, csvStream, wantsCsv } from './csv'
import type { Access, Client, Context, Endpoint } from './endpoint'
import { describeError, isRetryable, problemOf, recordError } from './failure'
import { resolveFilesAgainst } from './fields'
import { claim, hashOfBody, type IdempotencyKey, idempotencyKey, store } from './idempotency'
import { log } from './log'
import { Problem, problem } from './problem'
import { type Later, Recorder } from './record'
import { queryOf, refuseBody } from './request'
import { parse } from './validation'

type EndpointOf<O extends z.ZodType> = Endpoint<Access, z.ZodType, z.ZodType, z.ZodType, O>
type AnyContext = Context<Access, z.ZodType, z.ZodType, z.ZodType, unknown>

/** What a request says, before anything of it is believed. */
export interface Call {
  request_id: string
  headers: Headers
  client: Client
  params: Record<string, string | string[] | undefined>
  search: URLSearchParams
  /** A `Problem` where it could not be read: told once it is known who sent it. */
  body: unknown
  /** Finds out who calls. A page that asks several endpoints brings one that does so once. */
  identify?: typeof identify
  /** How work is kept alive after the answer; without one it simply goes on in this process. */
  later?: Later
}

export interface Outcome<O> {
  /** The parsed output; undefined for 204 and for a replay. */
  output: O | undefined
  status: number
  /** Serialised once, inside the transaction, because an idempotency record keeps it. A stream is a file. */
  body: string | ReadableStream<Uint8Array> | null
  location: string | undefined
  replayed: boolean
}

/** What the logs say beyond the answer. */
export interface Trace {
  caller?: Caller
  /** What was understood of the request. */
  said?: AnyContext
  /** The same refusal as just before: said once. */
  is_repeated?: boolean
  failure?: unknown
}

/** Everything between the transport and the handler, in this order; also what server components go through. */
export async function execute<O extends z.ZodType>(
  endpoint: EndpointOf<O>,
  call: Call,
  trace: Trace,
): Promise<Outcome<z.output<O>>> {
  const started = performance.now()
  const variables = env()
  resolveFilesAgainst(variables.BASE_URL)
  // Both are at hand nearly always, and every promise costs more than it seems where Next follows each of them.
  const opened = connected()
  const { db, transaction } = opened instanceof Promise ? await opened : opened
  const known = currentSettings(db)
  const settings = known instanceof Promise ? await known : known
  const isFile = endpoint.csv !== undefined && wantsCsv(call.headers, call.search)
  // Writes of the back office and its exports are kept in the operation log, whatever comes of them.
  const isOperation = endpoint.path.startsWith('/cms/') && (endpoint.method !== 'GET' || isFile)
  let record = new Recorder()
  try {
    const isOpen = endpoint.access.kind === 'public' && !endpoint.limit_per_address
    const caller = isOpen ? undefined : await admit(endpoint, call, { db, settings, env: variables, trace })
    if (call.body instanceof Problem) throw call.body
    const context: AnyContext = {
      params: endpoint.params ? parse(endpoint.params, call.params, 'path') : undefined,
      query: endpoint.query ? parse(endpoint.query, queryOf(endpoint, call.search), 'query') : undefined,
      body: endpoint.body ? parse(endpoint.body, call.body, 'body') : refuseBody(call.body),
      prepared: undefined,
      caller,
      db,
      settings,
      client: call.client,
      request_id: call.request_id,
      record,
    }
    trace.said = context
    const key = keyOf(endpoint, call, caller, context.body)
    if (endpoint.prepare) context.prepared = await endpoint.prepare({ ...context, prepared: undefined })
    const done = (outcome: { status: number; replayed: boolean }) =>
      isOperation ? operationDone(endpoint, call, trace, { ...outcome, record, isFile, started }) : undefined
    let outcome: Outcome<z.output<O>>
    if (endpoint.method === 'GET' || endpoint.transaction === 'own') {
      outcome = isFile ? fileOf(endpoint, context) : finishOutput(endpoint, await endpoint.handle(context))
      const row = done(outcome)
      if (row) await transaction((tx) => record.write(tx, row))
    } else {
      outcome = await repeatedly(() => {
        record = context.record.copy()
        return transaction((tx) => effect(endpoint, { ...context, record, db: tx }, key, done))
      })
    }
    record.start(call.later)
    return outcome
  } catch (error) {
    // What was tried and refused is kept, although the attempt itself was rolled back.
    const row = isOperation ? operationRefused(endpoint, call, trace, { error, started }) : undefined
    if (row || !record.isEmpty) await transaction((tx) => record.write(tx, row)).catch(sayUnwritten(call))
    throw error
  }
}

type Operated = { record: Recorder; status: number; replayed: boolean; isFile: boolean; started: number }

/** The operation log's row of a success. Throws where the handler does not say what it did. */
function operationDone(
  endpoint: Endpoint,
  call: Call,
  trace: Trace,
  { record, status, replayed, isFile, started }: Operated,
) {
  if (!record.audited && !isFile && !replayed) {
    throw new Error(`${endpoint.method} ${endpoint.path} does not say what it did: call record.audit`)
  }
  return operationRow({ endpoint, call, trace, audit: record.audited, status, code: undefined, started })
}

/** The row of a refusal; none where nobody knows who it was. */
function operationRefused(
  endpoint: Endpoint,
  call: Call,
  trace: Trace,
  { error, started }: { error: unknown; started: number },
) {
  if (!trace.caller || trace.is_repeated) return undefined
  const { status, code } =
    error instanceof Problem ? error : (problemOf(error, endpoint.method) ?? problem('internal_error'))
  return operationRow({ endpoint, call, trace, audit: undefined, status, code, started })
}

const sayUnwritten =
  ({ request_id }: Call) =>
  (failure: unknown) =>
    log().error({ request_id, ...describeError(failure) }, 'a refused attempt could not be written down')

/** A list as a file: its handler is asked again and again, from where the last answer ended. */
function fileOf<O extends z.ZodType>(endpoint: EndpointOf<O>, context: AnyContext): Outcome<z.output<O>> {
  const query = { ...Object(context.query), page: 1, size: batchSize }
  const stream = csvStream(columnsOf(endpoint.output), async (cursor) => {
    const page = await endpoint.handle({ ...context, query: { ...query, cursor } })
    return Batch.parse(endpoint.output?.parse(page))
  })
  return { output: undefined, status: 200, body: stream, location: undefined, replayed: false }
}

/** A write: everything of it in one transaction, its answer under an Idempotency-Key and its trace in the logs included. */
async function effect<O extends z.ZodType>(
  endpoint: EndpointOf<O>,
  context: AnyContext,
  key: IdempotencyKey | undefined,
  done: (outcome: { status: number; replayed: boolean }) => OperationRow | undefined,
): Promise<Outcome<z.output<O>>> {
  const { db, record } = context
  const stored = key && (await claim(db, key))
  const outcome: Outcome<z.output<O>> = stored
    ? { ...stored, output: undefined, location: stored.location ?? undefined, replayed: true }
    : finishOutput(endpoint, await endpoint.handle(context))
  await record.write(db, done(outcome))
  if (key && !stored) {
    const { status, location = null, body } = outcome
    await store(db, key, { status, location, body: typeof body === 'string' ? body : '' })
  }
  return outcome
}

/** A deadlock or serialisation failure undid everything: the same again, at most twice. */
async function repeatedly<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt > 2 || !isRetryable(error)) throw error
    }
  }
}

/** What leaves is parsed like what comes in: keys that the schema does not know never leave. */
function finishOutput<O extends z.ZodType>(endpoint: EndpointOf<O>, result: z.input<O>): Outcome<z.output<O>> {
  if (!endpoint.output) return { output: undefined, status: 204, body: null, location: undefined, replayed: false }
  const output = endpoint.output.parse(result)
  return {
    output,
    status: endpoint.status ?? 200,
    body: JSON.stringify(output),
    location: endpoint.location?.(output),
    replayed: false,
  }
}

/** An Idempotency-Key counts on a POST of a signed-in caller that creates something; elsewhere it is passed over. */
function keyOf(endpoint: Endpoint, call: Call, caller: Caller | undefined, body: unknown): IdempotencyKey | undefined {
  const header = call.headers.get('idempotency-key')
  if (header === null || endpoint.status !== 201 || !caller || endpoint.transaction === 'own') return undefined
  return {
    user_id: caller.user_id,
    method: endpoint.method,
    path: endpoint.path,
    key: idempotencyKey(header),
    body_hash: hashOfBody(body),
  }
}

/** The problem that a failure is told as; an unexpected one is recorded and tells nothing. */
export async function failed(endpoint: Endpoint, error: unknown, request_id: string, trace: Trace): Promise<Problem> {
  trace.failure = error
  if (error instanceof Problem) return error
  const known = problemOf(error, endpoint.method)
  if (known) return known
  try {
    const { db } = await connection()
    await recordError(db, error, { source: 'request', method: endpoint.method, path: endpoint.path, request_id })
  } catch (failure) {
    log().error({ request_id, ...describeError(failure) }, 'the error log could not be written')
  }
  return problem('internal_error', {
    detail: `Something went wrong here. It is recorded under ${request_id}.`,
    cause: error,
  })
}
