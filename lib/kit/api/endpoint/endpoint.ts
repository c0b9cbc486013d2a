import type { z } from 'zod'
import type { ClientType, PersonKind } from '@/db/enums'
import type { SettingKey, Settings } from '@/lib/kit/config/registry'
import type { Database } from '@/lib/kit/database'
import type { ListFile, OwnFile, PlainFile } from '../csv/csv'
import type { Recorder } from '../run/recorder'
import type { Caller } from './caller'
import type { Interface } from './interface'
import type { Problem, ProblemCode } from './problem'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export type PermissionCode = `cms.${string}.${string}`

/** No default: an endpoint without `access` does not compile. */
export type Access =
  | { kind: 'public' }
  | { kind: 'signed_in'; secret_may_be_expired: boolean }
  | { kind: 'customer' }
  | { kind: 'staff' }
  | { kind: 'permission'; code: PermissionCode }
  | { kind: 'key' }
  | { kind: 'cron' }
  | { kind: 'provider'; verify(request: ProviderRequest): Promise<boolean> }

/** Credentials are ignored. */
export const everyone = { kind: 'public' } as const
export const signedIn = { kind: 'signed_in', secret_may_be_expired: false } as const
/** Also users who must change their password first. */
export const signedInWithAnySecret = { kind: 'signed_in', secret_may_be_expired: true } as const
export const customer = { kind: 'customer' } as const
export const staff = { kind: 'staff' } as const
/** Any API key, of which it learns only about itself. */
export const apiKey = { kind: 'key' } as const
/** Staff and API keys with this permission code, and root. */
export const permission = <const Code extends PermissionCode>(code: Code) => ({ kind: 'permission', code }) as const
/** The scheduler, which sends `Authorization: Bearer <CRON_SECRET>`. */
export const cron = { kind: 'cron' } as const

/** Covered by the signature. */
interface ProviderRequest {
  headers: Headers
  query: URLSearchParams
  body: string
}

/** `verify` checks the signature over the raw body or the query. */
export const provider = (verify: (request: ProviderRequest) => Promise<boolean>) =>
  ({ kind: 'provider', verify }) as const

/** For sessions, limits and logs. */
export interface Client {
  ip: string
  user_agent: string
  type: ClientType
}

interface Callers {
  public: undefined
  cron: undefined
  provider: undefined
  signed_in: Caller<PersonKind>
  key: Caller<'key'>
  customer: Caller<'customer'>
  staff: Caller<'staff'>
  permission: Caller<'staff' | 'key'>
}

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
  prepared: R
  loaded: L
  caller: Callers[A['kind']]
  /** A transaction, except for GET and `transaction: 'manual'`. */
  db: Database
  settings: Settings
  client: Client
  request_id: string
  recorder: Recorder
  /** Commits the audit records of `part` with the changes in `tx`. Only with `transaction: 'manual'`. */
  record(tx: Database, part: Recorder): Promise<void>
}

/** Days in UTC, such as `2027-06-30`. */
export interface Deprecation {
  /** Clients should no longer call the endpoint from this day. */
  since: string
  /** The last day with an answer, at least six months after `since`. */
  until: string
  /** The operation to call instead, such as `GET /v1/address`. */
  use: string
}

/** `status` is a method: as a property, an endpoint with a specific output would not be assignable to `Endpoint`. */
interface StatusOf<O extends z.core.$ZodType> {
  status(output: z.output<O>): 200 | 201
}

/** For a form, only the text fields, because a file has no example. */
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
  /** `/v1/address/{id}` for the file `app/v1/address/[id]/route.ts`. */
  path: Path
  summary: string
  /** Beyond the schemas, for client developers. Markdown is not rendered. */
  description?: string
  access: A
  /** In the OpenAPI document and in the headers of each response. */
  deprecated?: Deprecation
  /** Verb in the audit log, if it differs from the verb of the permission. */
  verb?: string
  /** Those that the handler checks with `holds`, and those that a field requires with `.meta({ needs })`. */
  additional_permissions?: readonly PermissionCode[]
  /** Only if it does not follow from `access`. */
  interface?: Interface
  /** Accepts the session cookie, too. Endpoints of the admin do so without this field. */
  cookie?: true
  params?: P
  /** Not a strict object: the interface decides about unknown parameters. A repeated parameter is always refused. */
  query?: Q
  /**
   * JSON of at most 1 MiB, from public callers 64 KiB; use a strict object. `raw`: the unparsed text. `multipart(…)`:
   * one file and text fields. Absent: no body, an empty one or `{}`.
   */
  body?: B
  /** Removes unknown keys, and fields whose `needs` the caller lacks. `text`: plain text. Absent: 204. */
  output?: O
  /** Callers without this permission get only `id` and `version` after a write: they may write without reading. */
  shown_to?: PermissionCode
  /** A function: 200 if the resource already exists, else 201. Absent: 200, or 204 without `output`. */
  status?: 200 | 201 | StatusOf<O>['status']
  /** Not stored: a repetition of its Idempotency-Key is 409 `already_exists`, with the `id` of the output if it has one. */
  answers_secret?: true
  /** The path of the created resource, for the Location header. */
  location?(output: z.output<O>): string
  /**
   * Offers the list as CSV and XLSX. `handle` must be a `newestList` or a `pageList`, so that the export can continue
   * after a row. `query` must include `exportQuery`, or `listFileQuery` for a `ListFile`.
   */
  csv?: PlainFile | ListFile | OwnFile<Context<A, P, Q, B, undefined>>
  /** Writes nothing, or has its own transactions around calls to a provider, which repeat the same identifier. */
  transaction?: 'manual'
  /** Seconds of reuse of a public GET without asking again; 0 by default. */
  max_age?: number
  /** A query parameter that makes the response private, so that no cache may store it. Only for a public GET. */
  private_with?: string
  /** In another format than problem+json. */
  render?(problem: Problem): { status: number; body: unknown }
  /** In addition to the codes that follow from the definition. */
  problems?: readonly ProblemCode[]
  /** Writes of signed-in users have a separate limit. */
  limit_per_ip?: Limit
  /** The kind of record in the path. `deny.driver.test.ts` expects a refusal for others. `shared`: no owner. */
  owned?: string
  /** Tests check these against the schemas. */
  example?: { params?: z.input<P>; query?: z.input<Q>; body?: ExampleOf<B>; output?: z.input<O> }
  /** Before the file of a form is read. The returned function is called once the response is known, for any status. */
  admit?(context: Pick<Context<A, P, Q, B, undefined>, 'caller' | 'db' | 'settings'>): Promise<() => void>
  /** For work outside of the transaction, such as hashing and calls to providers. After the validation. */
  prepare?(context: Context<A, P, Q, B, undefined>): Promise<R>
  /** Locks rows in the same round trip as the customer and the Idempotency-Key. Also runs for a repeated request. */
  load?(context: Context<A, P, Q, B, R>): Promise<L>
  handle(context: Context<A, P, Q, B, R, L>): Promise<z.input<O>>
}

/** In addition to the permission of `access`, each once. */
export function furtherPermissions({ access, csv, shown_to, additional_permissions = [] }: Endpoint): PermissionCode[] {
  const own = access.kind === 'permission' ? access.code : undefined
  const others = [...(shown_to ? [shown_to] : []), ...(csv ? [csv.permission] : [])]
  return [...new Set([...additional_permissions, ...others])].filter((code) => code !== own)
}

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
