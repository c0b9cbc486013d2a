import type { z } from 'zod'
import type { ClientType } from '@/db/enums'
import type { SettingKey, Settings } from '@/lib/kit/config/registry'
import type { Database } from '@/lib/kit/database'
import type { ListFile, OwnFile, PlainFile } from '../csv/csv'
import type { Recorder } from '../run/recorder'
import type { Caller } from './caller'
import type { Interface } from './interface'
import type { Problem, ProblemCode } from './problem'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export type PermissionCode = `cms.${string}.${string}`

/** The callers that are allowed. There is no default: an endpoint without `access` does not compile. */
export type Access =
  | { kind: 'public' }
  | { kind: 'signed_in'; secret_may_be_expired: boolean }
  | { kind: 'customer' }
  | { kind: 'staff' }
  | { kind: 'permission'; code: PermissionCode }
  | { kind: 'cron' }
  | { kind: 'provider'; verify(request: ProviderRequest): Promise<boolean> }

/** Allows all callers; credentials are ignored. */
export const everyone = { kind: 'public' } as const
export const signedIn = { kind: 'signed_in', secret_may_be_expired: false } as const
/** Allows signed-in users, also users who must change their password first. */
export const signedInWithAnySecret = { kind: 'signed_in', secret_may_be_expired: true } as const
export const customer = { kind: 'customer' } as const
export const staff = { kind: 'staff' } as const
/** Allows staff with this permission code in one of their groups, and root. */
export const permission = <const Code extends PermissionCode>(code: Code) => ({ kind: 'permission', code }) as const
/** Allows the scheduler, which sends `Authorization: Bearer <CRON_SECRET>`. */
export const cron = { kind: 'cron' } as const

/** The parts of a provider's request that its signature covers. */
interface ProviderRequest {
  headers: Headers
  query: URLSearchParams
  body: string
}

/** Allows the payment provider or the platform. `verify` checks the signature over the raw body or the query. */
export const provider = (verify: (request: ProviderRequest) => Promise<boolean>) =>
  ({ kind: 'provider', verify }) as const

/** The client that sent a request, for sessions, limits and logs. */
export interface Client {
  ip: string
  user_agent: string
  type: ClientType
}

type CallerOf<Kind> = Kind extends 'public' | 'cron' | 'provider' ? undefined : Caller

export interface Context<
  A extends Access,
  P extends z.core.$ZodType,
  Q extends z.core.$ZodType,
  B extends z.core.$ZodType,
  R,
  L = undefined,
> {
  params: z.output<P>
  query: z.output<Q>
  body: z.output<B>
  /** The result of `prepare`. */
  prepared: R
  /** The result of `load`. */
  loaded: L
  caller: CallerOf<A['kind']>
  /** A transaction, except for GET and `transaction: 'manual'`. */
  db: Database
  settings: Settings
  client: Client
  request_id: string
  recorder: Recorder
  /**
   * Writes the audit records of `part` in the transaction `tx` that made the changes, so that the changes and their
   * records are committed together. Only with `transaction: 'manual'`.
   */
  record(tx: Database, part: Recorder): Promise<void>
}

/** The announced end of an endpoint. The dates are days in UTC, such as `2027-06-30`. */
export interface Deprecation {
  /** The day from which clients should no longer call the endpoint. */
  since: string
  /** The last day on which the endpoint is answered, at least six months after `since`. */
  until: string
  /** The operation to call instead, such as `GET /v1/address`. */
  use: string
}

/**
 * Declares `status` as a method, not as a property: otherwise an endpoint with a specific output would not be
 * assignable to `Endpoint`.
 */
interface StatusOf<O extends z.core.$ZodType> {
  status(output: z.output<O>): 200 | 201
}

/** The type of an example body; for a form, only the text fields, because a file has no example. */
export type ExampleOf<B extends z.core.$ZodType> = B extends { multipart: unknown }
  ? Omit<z.input<B>, 'file'>
  : z.input<B>

interface Limit {
  name: string
  parameter: SettingKey
  seconds: number
}

export interface Endpoint<
  A extends Access = Access,
  P extends z.core.$ZodType = z.core.$ZodType,
  Q extends z.core.$ZodType = z.core.$ZodType,
  B extends z.core.$ZodType = z.core.$ZodType,
  O extends z.core.$ZodType = z.core.$ZodType,
  R = unknown,
  M extends Method = Method,
  Path extends string = string,
  L = unknown,
> {
  method: M
  /** The path in the API document, such as `/v1/address/{id}` for the file `app/v1/address/[id]/route.ts`. */
  path: Path
  summary: string
  /** Information for client developers beyond the schemas. Markdown is not rendered. */
  description?: string
  access: A
  /** Announces the end of the endpoint in the OpenAPI document and in the headers of each response. */
  deprecated?: Deprecation
  /** The verb in the audit log, if it differs from the verb of the permission. */
  verb?: string
  /**
   * Further permission codes: those that the handler checks with `holds`, and those that a field requires with `.meta({
   * needs })`.
   */
  additional_permissions?: readonly PermissionCode[]
  /** The interface, if it does not follow from `access`. */
  interface?: Interface
  /**
   * Accepts the browser's session cookie as well as a token. Endpoints of the admin accept the cookie without this
   * field.
   */
  cookie?: true
  params?: P
  /**
   * The schema of the query. Not a strict object: the interface decides whether unknown query parameters are refused or
   * ignored. A known parameter that is repeated is always refused.
   */
  query?: Q
  /**
   * A schema: the request has a JSON body of at most 1 MiB, from public callers 64 KiB. Use a strict object, so that
   * unknown fields are refused. `raw`: the unparsed text. `multipart(…)`: one file and text fields. Absent: the request
   * has no body, an empty one or `{}`.
   */
  body?: B
  /**
   * The schema of the JSON response. Unknown keys are removed, and for callers without the permission `code` also
   * fields with `.meta({ needs: code })`. `text`: the response is plain text. Absent: 204 without a body.
   */
  output?: O
  /**
   * The permission that the answer of a write needs. For callers without this permission, the answer has only the `id`
   * and the `version` of the record, because they may change the record without reading it.
   */
  shown_to?: PermissionCode
  /**
   * The status of a successful response. 201: the endpoint creates a resource. A function: computes the status from the
   * output, for an endpoint that responds with 200 if the resource already exists. Absent: 200, or 204 without
   * `output`.
   */
  status?: 200 | 201 | StatusOf<O>['status']
  /** Accepts an Idempotency-Key although the endpoint creates nothing. Only for a POST of signed-in callers. */
  idempotent?: true
  /** The path of the created resource, for the Location header. */
  location?(output: z.output<O>): string
  /**
   * Makes the list also available as a CSV or XLSX file. `handle` must be a `newestList` or a `pageList`, so that the
   * export can continue after a row. `query` must include `exportQuery`, or `listFileQuery` for a `ListFile`. The lines
   * of an `OwnFile` are not the items of the list.
   */
  csv?: PlainFile | ListFile | OwnFile<Context<A, P, Q, B, undefined>>
  /**
   * `manual`: the handler writes nothing, or runs its own transactions around calls to a provider. A client may repeat
   * the request, so the handler must send the provider the same identifier again, such as an order number.
   */
  transaction?: 'manual'
  /**
   * The number of seconds for which a client may reuse the response of a public GET without asking again; 0 by default.
   */
  max_age?: number
  /**
   * The name of a query parameter that makes the response private, so that no cache may store the response. Only for a
   * public GET.
   */
  private_with?: string
  /** Renders failures in another format than problem+json. */
  render?(problem: Problem): { status: number; body: unknown }
  /**
   * Problem codes for the OpenAPI document, in addition to the codes that follow from the definition of the endpoint.
   */
  problems?: readonly ProblemCode[]
  /** Limits the calls per client IP. Writes of signed-in users have a separate limit. */
  limit_per_ip?: Limit
  /**
   * The kind of the customer's record whose id is in the path. A generated test (`deny.driver.test.ts`) creates a
   * record of this kind for another customer and expects a refusal. `shared`: the record belongs to no customer.
   */
  owned?: string
  /** The examples in the API document. Tests check the examples against the schemas. */
  example?: { params?: z.input<P>; query?: z.input<Q>; body?: ExampleOf<B>; output?: z.input<O> }
  /**
   * Runs checks, such as a limit of uploads, before the body of a form with a file is read. The returned function is
   * called once the response is known, regardless of the status.
   */
  admit?(context: Pick<Context<A, P, Q, B, undefined>, 'caller' | 'db' | 'settings'>): Promise<() => void>
  /**
   * Does work that must not run in a transaction, such as hashing and calls to providers. Runs after the validation,
   * before the transaction begins.
   */
  prepare?(context: Context<A, P, Q, B, undefined>): Promise<R>
  /**
   * Reads and locks the rows that `handle` of a write needs first. Shares one round trip with the lock of the customer
   * and the claim of an Idempotency-Key. Also runs for a repeated request.
   */
  load?(context: Context<A, P, Q, B, R>): Promise<L>
  handle(context: Context<A, P, Q, B, R, L>): Promise<z.input<O>>
}

/** Returns the permissions that parts of an operation require in addition to the permission of `access`, each once. */
export function furtherPermissions({ access, csv, shown_to, additional_permissions = [] }: Endpoint): PermissionCode[] {
  const own = access.kind === 'permission' ? access.code : undefined
  const others = [...(shown_to ? [shown_to] : []), ...(csv ? [csv.permission] : [])]
  return [...new Set([...additional_permissions, ...others])].filter((code) => code !== own)
}

/** Declares an operation. Returns its definition unchanged, with inferred types. */
export function endpoint<
  const M extends Method,
  const Path extends string,
  A extends Access,
  O extends z.core.$ZodType = z.ZodVoid,
  P extends z.core.$ZodType = z.ZodUndefined,
  Q extends z.core.$ZodType = z.ZodUndefined,
  B extends z.core.$ZodType = z.ZodUndefined,
  R = undefined,
  L = undefined,
>(definition: Endpoint<A, P, Q, B, O, R, M, Path, L>): Endpoint<A, P, Q, B, O, R, M, Path, L> {
  return definition
}
