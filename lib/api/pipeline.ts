import type { z } from 'zod'
import { currentSettings } from '@/lib/config/settings'
import { connected, connection } from '@/lib/database'
import { env } from '@/lib/env'
import { type OperationRow, operationRow } from './audit'
import { authorize } from './authorize'
import { isText } from './body'
import type { Caller, identify } from './caller'
import { Batch, batchSize, columnsOf, csvStream, wantsCsv } from './csv'
import type { Access, Client, Context, Endpoint } from './endpoint'
import { describeError, isRetryable, problemOf, recordError } from './failure'
import { resolveFilesAgainst } from './fields'
import { claim, type IdempotencyKey, keyOf, store } from './idempotency'
import { interfaceOf } from './interface'
import { log } from './log'
import { conceal, isColumnShown, refuseGuarded } from './needs'
import { Problem, problem } from './problem'
import { Recorder, type WaitUntil } from './recorder'
import { queryOf, refuseBody } from './request'
import type { Upload } from './upload'
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
  /** The body where it is a form with a file: read when the caller is known and may send it. */
  upload?: Upload | undefined
  /** Finds out who calls. A page that asks several endpoints brings one that does so once. */
  identify?: typeof identify
  /** How work is kept alive after the answer; without one it simply goes on in this process. */
  waitUntil?: WaitUntil
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
  input?: AnyContext
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
  // Writes of the admin and its exports are kept in the operation log, whatever comes of them.
  const isOperation = interfaceOf(endpoint).logged && (endpoint.method !== 'GET' || isFile)
  let recorder = new Recorder()
  try {
    const isOpen = endpoint.access.kind === 'public' && !endpoint.limit_per_ip
    const caller = isOpen ? undefined : await authorize(endpoint, call, { db, settings, env: variables, trace })
    if (call.body instanceof Problem) throw call.body
    const context: AnyContext = {
      params: endpoint.params ? parse(endpoint.params, call.params, 'path') : undefined,
      query: endpoint.query ? parse(endpoint.query, queryOf(endpoint, call.search), 'query') : undefined,
      body: bodyOf(endpoint, call.upload ? await call.upload.read(settings) : call.body, caller),
      prepared: undefined,
      caller,
      db,
      settings,
      client: call.client,
      request_id: call.request_id,
      recorder,
    }
    trace.input = context
    const key = keyOf(endpoint, call, context)
    if (endpoint.prepare) context.prepared = await endpoint.prepare({ ...context, prepared: undefined })
    const done = (outcome: { status: number; replayed: boolean }) =>
      isOperation ? operationDone(endpoint, call, trace, { ...outcome, recorder, isFile, started }) : undefined
    let outcome: Outcome<z.output<O>>
    if (endpoint.method === 'GET' || endpoint.transaction === 'own') {
      outcome = isFile ? fileOf(endpoint, context) : finishOutput(endpoint, await endpoint.handle(context), caller)
      const rows = done(outcome)
      if (rows) await transaction((tx) => recorder.write(tx, rows))
    } else {
      outcome = await repeatedly(() => {
        recorder = context.recorder.copy()
        return transaction((tx) => effect(endpoint, { ...context, recorder, db: tx }, key, done))
      })
    }
    recorder.start(call.waitUntil)
    return outcome
  } catch (error) {
    // What was tried and refused is kept, although the attempt itself was rolled back.
    const rows = isOperation ? operationRefused(endpoint, call, trace, { error, started }) : undefined
    if (rows || !recorder.isEmpty) await transaction((tx) => recorder.write(tx, rows)).catch(sayUnwritten(call))
    throw error
  }
}

type Operated = { recorder: Recorder; status: number; replayed: boolean; isFile: boolean; started: number }

/** What was sent, parsed. Throws 400, or 403 for a field that this caller may not set. */
function bodyOf(endpoint: Endpoint, body: unknown, caller: Caller | undefined): unknown {
  if (endpoint.also) refuseGuarded(endpoint, body, caller)
  return endpoint.body ? parse(endpoint.body, body, 'body') : refuseBody(body)
}

/** The operation log's rows of a success, one for each record. Throws where the handler does not say what it did. */
function operationDone(
  endpoint: Endpoint,
  call: Call,
  trace: Trace,
  { recorder, status, replayed, isFile, started }: Operated,
) {
  if (!recorder.operations && !isFile && !replayed) {
    throw new Error(`${endpoint.method} ${endpoint.path} does not say what it did: call recorder.audit`)
  }
  return (recorder.operations ?? [undefined]).map((one) =>
    operationRow({ endpoint, call, trace, done: one, status, code: undefined, started }),
  )
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
  return [operationRow({ endpoint, call, trace, done: undefined, status, code, started })]
}

const sayUnwritten =
  ({ request_id }: Call) =>
  (failure: unknown) =>
    log().error({ request_id, ...describeError(failure) }, 'a refused attempt could not be written down')

/** A list as a file: its handler is asked again and again, for the rows behind the last one of its last answer. */
function fileOf<O extends z.ZodType>(endpoint: EndpointOf<O>, context: AnyContext): Outcome<z.output<O>> {
  const query = { ...Object(context.query), format: 'csv', page: 1, size: batchSize }
  const columns = columnsOf(endpoint.output).filter(
    (one) => !endpoint.also || isColumnShown(endpoint, one, context.caller),
  )
  const stream = csvStream(columns, async (cursor) => {
    const page = endpoint.output?.parse(await endpoint.handle({ ...context, query: { ...query, cursor } }))
    if (endpoint.also) conceal(endpoint, page, context.caller)
    const { items } = Batch.parse(page)
    return { items, next_cursor: items.length < batchSize ? null : String(items.at(-1)?.id) }
  })
  return { output: undefined, status: 200, body: stream, location: undefined, replayed: false }
}

/** A write: everything of it in one transaction, its answer under an Idempotency-Key and its trace in the logs included. */
async function effect<O extends z.ZodType>(
  endpoint: EndpointOf<O>,
  context: AnyContext,
  key: IdempotencyKey | undefined,
  done: (outcome: { status: number; replayed: boolean }) => OperationRow[] | undefined,
): Promise<Outcome<z.output<O>>> {
  const { db, recorder } = context
  const stored = key && (await claim(db, key))
  const outcome: Outcome<z.output<O>> = stored
    ? { ...stored, output: undefined, location: stored.location ?? undefined, replayed: true }
    : finishOutput(endpoint, await endpoint.handle(context), context.caller)
  await recorder.write(db, done(outcome))
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
function finishOutput<O extends z.ZodType>(
  endpoint: EndpointOf<O>,
  result: z.input<O>,
  caller: Caller | undefined,
): Outcome<z.output<O>> {
  if (!endpoint.output) return { output: undefined, status: 204, body: null, location: undefined, replayed: false }
  const { status = 200 } = endpoint
  const output = endpoint.output.parse(result)
  if (endpoint.also) conceal(endpoint, output, caller)
  return {
    output,
    status: typeof status === 'number' ? status : status(output),
    body: isText(endpoint.output) ? String(output) : JSON.stringify(output),
    location: endpoint.location?.(output),
    replayed: false,
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
