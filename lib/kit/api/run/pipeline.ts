import { z } from 'zod'
import type { Connection } from '@/db/connection/client'
import { currentSettings } from '@/lib/kit/config/settings'
import { connected, connection } from '@/lib/kit/database'
import { env } from '@/lib/kit/env'
import { jobsIfDue } from '@/lib/kit/job/due'
import { fileFormatOf } from '../csv/csv'
import { type Caller, type identify, lockActiveCustomer } from '../endpoint/caller'
import type { Access, Client, Context, Endpoint } from '../endpoint/endpoint'
import { resolveFilesAgainst } from '../endpoint/fields'
import '../endpoint/phone-number'
import { interfaceOf } from '../endpoint/interface'
import { conceal, refuseGuarded } from '../endpoint/needs'
import { Problem, problem } from '../endpoint/problem'
import { parse } from '../endpoint/validation'
import { type OperationRow, operationRow, writeExported } from './audit'
import { authorize, keySecretOf } from './authorize'
import { isText } from './body'
import { describeError, problemOf, recordError } from './failure'
import {
  answerAgain,
  type Claim,
  claim,
  claimApart,
  claimsFirst,
  hold,
  type IdempotencyKey,
  keyOf,
  release,
  requireUsableKey,
  store,
  storedOf,
} from './idempotency'
import { log } from './log'
import { isReadLimited, limitReads } from './read-limit'
import { Recorder, type WaitUntil } from './recorder'
import { queryOf, refuseBody } from './request'
import type { Download } from './response'
import { withRetries } from './retries'
import type { Upload } from './upload'
import type { Slot } from './work-queue'

export type EndpointOf<O extends z.core.$ZodType> = Endpoint<
  Access,
  z.core.$ZodType,
  z.core.$ZodType,
  z.core.$ZodType,
  O
>
export type AnyContext = Context<Access, z.core.$ZodType, z.core.$ZodType, z.core.$ZodType, unknown, unknown>

/** Before validation. */
export interface Call {
  request_id: string
  /** As sent: HEAD for a request that is handled as GET. */
  method: string
  headers: Headers
  client: Client
  params: Record<string, string | string[] | undefined>
  search: URLSearchParams
  /** The header. Absent for pages. */
  idempotency_key?: string | undefined
  /** A `Problem` if the body could not be read, which is thrown after the caller is identified. */
  body: unknown
  /** A form with a file, read after the caller is authorized. */
  upload?: Upload | undefined
  /** A page that calls several endpoints identifies the caller only once. */
  identify?: typeof identify
  /** Slot of the write queue. Absent: the transaction starts at once. */
  slot?: Slot
  /** For work after the response. Absent: the process keeps running anyway. */
  waitUntil?: WaitUntil
}

export interface Outcome<O> {
  /** undefined for 204, for a file, and for the stored response of a repeated request. */
  output: O | undefined
  status: number
  /** Serialized inside the transaction, which stores the response under the Idempotency-Key. */
  body: string | Download | null
  location: string | undefined
  replayed: boolean
}

/** For the logs, not the response. */
export interface Trace {
  caller?: Caller
  /** Validated. */
  input?: AnyContext
  /** Of an API key, for the headers of the answer. `left`: requests in the current window. */
  limit?: { policy: 'reads' | 'writes'; max: number; left: number; retry_after: number }
  /** The audit log already has an earlier refusal for the same reason. */
  is_repeated?: boolean
  failure?: unknown
}

/** Throws a `Problem` or any error of the handler, after writing the records that must survive the rollback. */
export async function execute<O extends z.core.$ZodType>(
  endpoint: EndpointOf<O>,
  call: Call,
  trace: Trace,
): Promise<Outcome<z.output<O>>> {
  const started = performance.now()
  const variables = env()
  resolveFilesAgainst(variables.BASE_URL, variables.ASSET_URL)
  // Usually available at once. Next tracks every promise, which is slow, so only real promises are awaited.
  const connecting = connected()
  const { db, transaction } = connecting instanceof Promise ? await connecting : connecting
  const loading = currentSettings(db)
  const settings = loading instanceof Promise ? await loading : loading
  const format = endpoint.csv && fileFormatOf(call.headers, call.search)
  const isFile = format !== undefined
  // Refused requests count, too. HEAD exports nothing. Operations that are open to all staff concern only themselves.
  const isOperation =
    interfaceOf(endpoint).logged &&
    endpoint.access.kind !== 'staff' &&
    (endpoint.method !== 'GET' || (isFile && call.method !== 'HEAD'))
  let recorder = new Recorder()
  let leave: (() => void) | undefined
  let file: ReadableStream | undefined
  let claimed: Claim | undefined
  try {
    if (isReadLimited(endpoint)) {
      // Keys have a limit of their own, but their refusals count.
      const added = keySecretOf(endpoint, call.headers) === undefined ? 1 : 0
      limitReads(call.client.ip, settings['limit.reads_per_minute'], { added })
    }
    const isOpen = endpoint.access.kind === 'public' && !endpoint.limit_per_ip
    const caller = isOpen ? undefined : await authorize(endpoint, call, { db, settings, env: variables, trace, isFile })
    requireUsableKey(endpoint, call.idempotency_key)
    if (call.body instanceof Problem) throw call.body
    const query = queryOf(endpoint, call.search)
    leave = await endpoint.admit?.({ caller, db, settings })
    const context: AnyContext = {
      params: endpoint.params ? parse(endpoint.params, call.params, 'path') : undefined,
      query: endpoint.query ? parse(endpoint.query, query, 'query') : undefined,
      body: bodyOf(endpoint, call.upload ? await call.upload.read(settings) : call.body, caller),
      prepared: undefined,
      loaded: undefined,
      caller,
      db,
      settings,
      client: call.client,
      request_id: call.request_id,
      recorder,
      record: (tx, part) =>
        part.write(
          tx,
          (part.operations ?? []).map((done) =>
            operationRow({ endpoint, call, trace, done, status: 200, problem: undefined, started }),
          ),
        ),
    }
    trace.input = context
    const key = keyOf(endpoint, call, context)
    const inSlot: Slot = call.slot ?? ((task) => task())
    const first =
      key && claimsFirst(endpoint) ? await inSlot(() => transaction((tx) => claimApart(tx, key, caller))) : undefined
    const stored = first && 'status' in first ? first : undefined
    if (first && 'since' in first) claimed = first
    if (endpoint.prepare && !stored)
      context.prepared = await endpoint.prepare({ ...context, prepared: undefined, loaded: undefined })
    const done = (outcome: { status: number; replayed: boolean }) =>
      isOperation ? operationDone(endpoint, call, trace, { ...outcome, recorder, isFile, started }) : undefined
    let outcome: Outcome<z.output<O>>
    if (stored) {
      outcome = answerAgain(endpoint, stored)
      const rows = done(outcome)
      if (rows) await transaction((tx) => recorder.write(tx, rows))
    } else if (endpoint.method === 'GET' || endpoint.transaction === 'manual') {
      outcome = format
        ? await (await import('../csv/csv-file')).fileOf(endpoint, context, {
            format,
            transaction,
            ended: async (lines) => {
              if (isOperation && caller) await countExported(transaction, call, { user_id: caller.user_id, lines })
            },
          })
        : finishOutput(endpoint, await endpoint.handle(context), caller)
      if (recorder.last.length > 0) throw new Error('withCommit needs the transaction of the request')
      if (typeof outcome.body === 'object') file = outcome.body?.stream
      const rows = done(outcome)
      if (rows || claimed) {
        await transaction(async (tx) => {
          if (claimed) await store(tx, claimed, storedOf(endpoint, outcome))
          await recorder.write(tx, rows)
        })
      }
    } else {
      const begin = claimed ?? key
      outcome = await inSlot(() =>
        withRetries(() => {
          recorder = context.recorder.copy()
          return transaction((tx) => runWrite(endpoint, { ...context, recorder, db: tx }, begin, done), {
            last: () => recorder.last,
          })
        }),
      )
    }
    if (interfaceOf(endpoint).starts_jobs) recorder.afterCommit(jobsIfDue())
    recorder.start(call.waitUntil)
    return outcome
  } catch (error) {
    await file?.cancel()
    if (claimed) await release(db, claimed).catch(logUnwritten(call, 'an Idempotency-Key could not be freed'))
    // A refused attempt is recorded, although its transaction was rolled back.
    const rows = isOperation ? await operationRefused(endpoint, call, trace, { error, started }) : undefined
    if (rows || !recorder.isEmpty)
      await transaction((tx) => recorder.write(tx, rows)).catch(
        logUnwritten(call, 'a refused attempt could not be recorded'),
      )
    throw error
  } finally {
    leave?.()
  }
}

type CompletedOperation = { recorder: Recorder; status: number; replayed: boolean; isFile: boolean; started: number }

/** 400, or 403 for a field that this caller may not set. */
function bodyOf(endpoint: Endpoint, body: unknown, caller: Caller | undefined): unknown {
  if (endpoint.additional_permissions) refuseGuarded(endpoint, body, caller)
  return endpoint.body ? parse(endpoint.body, body, 'body') : refuseBody(body)
}

/**
 * One for each changed record, or one without a record for an export or a repetition with an Idempotency-Key. Throws if
 * any other request recorded nothing.
 */
function operationDone(
  endpoint: Endpoint,
  call: Call,
  trace: Trace,
  { recorder, status, replayed, isFile, started }: CompletedOperation,
) {
  if (!recorder.operations && !isFile && !replayed) {
    throw new Error(`${endpoint.method} ${endpoint.path} recorded nothing: call recorder.audit`)
  }
  return (recorder.operations ?? [undefined]).map((done) =>
    operationRow({ endpoint, call, trace, done, status, problem: undefined, started }),
  )
}

/** undefined: unknown caller, or the log already has the same refusal. */
async function operationRefused(
  endpoint: Endpoint,
  call: Call,
  trace: Trace,
  { error, started }: { error: unknown; started: number },
) {
  if (!trace.caller || trace.is_repeated) return undefined
  const refusal =
    error instanceof Problem ? error : ((await problemOf(error, endpoint.method)) ?? problem('internal_error'))
  return [operationRow({ endpoint, call, trace, done: undefined, status: refusal.status, problem: refusal, started })]
}

/** Until then, the row only says that the export began. */
const countExported = (
  transaction: Connection['transaction'],
  { request_id }: Call,
  { user_id, lines }: { user_id: number; lines: number },
) =>
  transaction((tx) => writeExported(tx, { request_id, user_id }, lines)).catch((failure: unknown) =>
    log().error({ request_id, ...describeError(failure) }, 'the lines of an export could not be recorded'),
  )

const logUnwritten =
  ({ request_id }: Call, text: string) =>
  (failure: unknown) =>
    log().error({ request_id, ...describeError(failure) }, text)

/** In `context.db`, with its idempotency record and log rows. Returns the stored response of an earlier request. */
async function runWrite<O extends z.core.$ZodType>(
  endpoint: EndpointOf<O>,
  context: AnyContext,
  key: Claim | IdempotencyKey | undefined,
  done: (outcome: { status: number; replayed: boolean }) => OperationRow[] | undefined,
): Promise<Outcome<z.output<O>>> {
  const { db, recorder, caller } = context
  const write = async () => {
    const [claiming, loaded] = await Promise.allSettled([
      key && ('since' in key ? hold(db, key) : claim(db, key)),
      endpoint.load?.({ ...context, loaded: undefined }),
    ])
    const claimed = resultOf(claiming)
    const outcome: Outcome<z.output<O>> =
      claimed && 'status' in claimed
        ? answerAgain(endpoint, claimed)
        : finishOutput(endpoint, await endpoint.handle({ ...context, loaded: resultOf(loaded) }), context.caller)
    await recorder.write(db, done(outcome))
    if (claimed && 'since' in claimed) recorder.withCommit(() => store(db, claimed, storedOf(endpoint, outcome)))
    return outcome
  }
  if (caller?.kind !== 'customer') return write()
  // Sent together, which saves a round trip. They run in sequence: the customer is locked first.
  const [lock, written] = await Promise.allSettled([lockActiveCustomer(db, caller.user_id), write()])
  resultOf(lock)
  return resultOf(written)
}

function resultOf<T>(settled: PromiseSettledResult<T>): T {
  if (settled.status === 'rejected') throw settled.reason
  return settled.value
}

/** Removes keys outside of the schema, and fields that the caller may not see. Without a schema: 204. */
function finishOutput<O extends z.core.$ZodType>(
  endpoint: EndpointOf<O>,
  result: z.input<O>,
  caller: Caller | undefined,
): Outcome<z.output<O>> {
  if (!endpoint.output) return { output: undefined, status: 204, body: null, location: undefined, replayed: false }
  const { status = 200 } = endpoint
  const output = z.parse(endpoint.output, result)
  if (endpoint.additional_permissions || endpoint.shown_to) conceal(endpoint, output, caller)
  return {
    output,
    status: typeof status === 'number' ? status : status(output),
    body: isText(endpoint.output) ? String(output) : JSON.stringify(output),
    location: endpoint.location?.(output),
    replayed: false,
  }
}

/** An unexpected error is recorded in the error log, and its problem has no details. */
export async function failed(endpoint: Endpoint, error: unknown, request_id: string, trace: Trace): Promise<Problem> {
  trace.failure = error
  if (error instanceof Problem) return error
  const known = await problemOf(error, endpoint.method)
  if (known) return known
  try {
    const { db } = await connection()
    await recordError(db, error, { source: 'request', method: endpoint.method, path: endpoint.path, request_id })
  } catch (failure) {
    log().error({ request_id, ...describeError(failure) }, 'the error log could not be written')
  }
  return problem('internal_error', {
    detail: `Something went wrong on the server. It is logged under ${request_id}.`,
    cause: error,
  })
}
