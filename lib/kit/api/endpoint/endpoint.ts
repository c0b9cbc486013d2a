import type { z } from 'zod'
import type { ClientType } from '@/db/enums'
import type { ListFile, OwnFile } from '@/lib/kit/api/csv/csv'
import type { Recorder } from '@/lib/kit/api/run/recorder'
import type { ParameterKey, Settings } from '@/lib/kit/config/registry'
import type { Database } from '@/lib/kit/database'
import type { Caller } from './caller'
import type { Interface } from './interface'
import type { Problem, ProblemCode } from './problem'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** `cms.<resource>.<verb>`. */
export type PermissionCode = `cms.${string}.${string}`

/** Who may call. There is no default: an endpoint without `access` does not compile. */
export type Access =
  | { kind: 'public' }
  | { kind: 'signed_in'; secret_may_be_expired: boolean }
  | { kind: 'customer' }
  | { kind: 'staff' }
  | { kind: 'permission'; code: PermissionCode }
  | { kind: 'cron' }
  | { kind: 'provider'; verify(request: ProviderRequest): Promise<boolean> }

/** Anybody; credentials are ignored. */
export const anybody = { kind: 'public' } as const
export const signedIn = { kind: 'signed_in', secret_may_be_expired: false } as const
/** For the few endpoints that work even if the password must be changed first. */
export const signedInWithAnySecret = { kind: 'signed_in', secret_may_be_expired: true } as const
export const customer = { kind: 'customer' } as const
export const staff = { kind: 'staff' } as const
/** Staff with this permission code through one of their groups; root has all. */
export const permission = <const Code extends PermissionCode>(code: Code) => ({ kind: 'permission', code }) as const
/** The scheduler, by `Authorization: Bearer <CRON_SECRET>`. */
export const cron = { kind: 'cron' } as const

/** What a provider signs. */
interface ProviderRequest {
  headers: Headers
  query: URLSearchParams
  body: string
}

/** The payment provider or the platform, by its signature over the raw body or the query. */
export const provider = (verify: (request: ProviderRequest) => Promise<boolean>) =>
  ({ kind: 'provider', verify }) as const

/** The source of a request, for sessions, limits and logs. */
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
  /** What `prepare` returned. */
  prepared: R
  /** What `load` returned. */
  loaded: L
  caller: CallerOf<A['kind']>
  /** A transaction, except for GET and `transaction: 'own'`. */
  db: Database
  settings: Settings
  client: Client
  request_id: string
  recorder: Recorder
  /**
   * With `transaction: 'own'`: writes what a part of the request has recorded, in the transaction of that part, so that
   * neither is there without the other.
   */
  record(tx: Database, part: Recorder): Promise<void>
}

/** A method, so that an endpoint with a specific output is still assignable to `Endpoint`. */
interface StatusOf<O extends z.core.$ZodType> {
  status(output: z.output<O>): 200 | 201
}

/** For a form, only its fields: a file has no example. */
type ExampleOf<B extends z.core.$ZodType> = B extends { multipart: unknown } ? Omit<z.input<B>, 'file'> : z.input<B>

interface Limit {
  name: string
  parameter: ParameterKey
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
  /** `/v1/address/{id}`: the path of the API document; its file is `app/v1/address/[id]/route.ts`. */
  path: Path
  summary: string
  /** What client developers should know beyond the schemas. Markdown is not rendered. */
  description?: string
  access: A
  /** What the audit log calls it, where the verb of its permission says something else. */
  verb?: string
  /** Further permission codes that the handler checks with `holds`, or that a field `needs`. */
  also?: readonly PermissionCode[]
  /** The interface, if it does not follow from `access`. */
  interface?: Interface
  /** Accepts the browser's session cookie as well as a token. Endpoints of the admin always do. */
  cookie?: true
  params?: P
  /**
   * Not a strict object: whether unknown query parameters are refused or ignored depends on the interface. A repeated known
   * one is refused.
   */
  query?: Q
  /**
   * A schema: JSON, at most 1 MiB, of anybody 64 KiB; use a strict object, so that unknown fields are refused. `raw`: the unparsed text.
   * `multipart(…)`: one file and text fields. Absent: the request has no body, an empty one or `{}`.
   */
  body?: B
  /**
   * The response as JSON; unknown keys are stripped, and so are fields with `.meta({ needs: code })` for callers who
   * lack that code. `text`: a string, as plain text. Absent: 204 without a body.
   */
  output?: O
  /** 201 if a resource is created; a function of the output if the resource may already exist. */
  status?: 200 | 201 | StatusOf<O>['status']
  /** Accepts an Idempotency-Key although nothing is created. Only for a POST of signed-in callers. */
  idempotent?: true
  /** The path of the created resource, for the Location header. */
  location?(output: z.output<O>): string
  /**
   * The list is also available as a CSV file, of this name (without extension) or as a `ListFile` says. `handle` must be a
   * `newestList` or a `pageList`, so that it can continue after a row; `query` must include `exportQuery`, for a `ListFile`
   * `listFileQuery`. An `OwnFile` has other lines than the list.
   */
  csv?: string | ListFile | OwnFile<Context<A, P, Q, B, undefined>>
  /**
   * `own`: the handler calls a provider between its own transactions, or writes nothing. Its own numbers make it safe to
   * repeat.
   */
  transaction?: 'own'
  /** For how many seconds a client may use the answer of a public GET without asking again; 0 by default. */
  max_age?: number
  /** For a public GET: a parameter of the query with which an answer is not for everybody, so that no cache may keep it. */
  private_with?: string
  /** Renders failures in another format than problem+json. */
  render?(problem: Problem): { status: number; body: unknown }
  /** Problem codes beyond those that follow from the definition; for the API document. */
  problems?: readonly ProblemCode[]
  /** Limits the calls per client IP. Writes of signed-in users have their own limit. */
  limit_per_ip?: Limit
  /**
   * The factory in the tests that creates such a resource for another owner. `nobody`: it is not one customer's, so that what
   * is not for the caller is tested with the resource.
   */
  owned?:
    | 'address'
    | 'order'
    | 'shipped_order'
    | 'finished_order'
    | 'payment'
    | 'after_sale'
    | 'returning_case'
    | 'rejected_case'
    | 'session'
    | 'nobody'
  /** For the API document; tests check it against the schemas. */
  example?: { params?: z.input<P>; query?: z.input<Q>; body?: ExampleOf<B>; output?: z.input<O> }
  /**
   * Of a form with a file: what has to hold before the body is read, such as a limit of uploads. Returns what is done when the
   * answer is known, whatever it is.
   */
  admit?(context: Pick<Context<A, P, Q, B, undefined>, 'caller' | 'db' | 'settings'>): Promise<() => void>
  /** Work that must not run in a transaction: hashing, calls to providers. Runs after validation, before BEGIN. */
  prepare?(context: Context<A, P, Q, B, undefined>): Promise<R>
  /**
   * For a write: the reads and row locks that `handle` begins with. They are sent together with the lock of the customer and
   * the claim of an Idempotency-Key, which saves round trips; so a repeated request runs them too.
   */
  load?(context: Context<A, P, Q, B, R>): Promise<L>
  handle(context: Context<A, P, Q, B, R, L>): Promise<z.input<O>>
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
