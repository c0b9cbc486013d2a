import type { z } from 'zod'
import type { ClientType } from '@/db/enums'
import type { ParameterKey, Settings } from '@/lib/config/registry'
import type { Database } from '@/lib/database'
import type { Caller } from './caller'
import type { Interface } from './interface'
import type { Problem, ProblemCode } from './problem'
import type { Recorder } from './recorder'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** `cms.<resource>.<verb>`. */
export type PermissionCode = `cms.${string}.${string}`

/** Who may call. There is no default: an endpoint without one does not compile. */
export type Access =
  | { kind: 'public' }
  | { kind: 'signed_in'; secret_may_be_expired: boolean }
  | { kind: 'customer' }
  | { kind: 'staff' }
  | { kind: 'permission'; code: PermissionCode }
  | { kind: 'cron' }
  | { kind: 'provider'; verify(request: { headers: Headers; body: string }): Promise<boolean> }

/** Anybody; credentials are not even looked at. */
export const anybody = { kind: 'public' } as const
export const signedIn = { kind: 'signed_in', secret_may_be_expired: false } as const
/** The few endpoints that are answered although the password must be changed first. */
export const signedInWithAnySecret = { kind: 'signed_in', secret_may_be_expired: true } as const
export const customer = { kind: 'customer' } as const
export const staff = { kind: 'staff' } as const
/** Staff who hold this permission point through one of their groups; root staff hold all. */
export const permission = <const Code extends PermissionCode>(code: Code) => ({ kind: 'permission', code }) as const
/** The scheduler, by `Authorization: Bearer <CRON_SECRET>`. */
export const cron = { kind: 'cron' } as const

/** The payment provider, by its signature over the raw body. */
export const provider = (verify: (request: { headers: Headers; body: string }) => Promise<boolean>) =>
  ({ kind: 'provider', verify }) as const

/** Where a request comes from, for sessions, limits and logs. */
export interface Client {
  ip: string
  user_agent: string
  type: ClientType
}

type CallerOf<Kind> = Kind extends 'public' | 'cron' | 'provider' ? undefined : Caller

export interface Context<A extends Access, P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R> {
  params: z.output<P>
  query: z.output<Q>
  body: z.output<B>
  /** What `prepare` returned. */
  prepared: R
  caller: CallerOf<A['kind']>
  /** A transaction for everything but GET. */
  db: Database
  settings: Settings
  client: Client
  request_id: string
  recorder: Recorder
}

/** As a method, so that an endpoint of one output still is an `Endpoint`. */
interface StatusOf<O extends z.ZodType> {
  status(output: z.output<O>): 200 | 201
}

/** Of a form its fields: a file has no example. */
type ExampleOf<B extends z.ZodType> = B extends { multipart: unknown } ? Omit<z.input<B>, 'file'> : z.input<B>

interface Limit {
  name: string
  parameter: ParameterKey
  seconds: number
}

export interface Endpoint<
  A extends Access = Access,
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  R = unknown,
  M extends Method = Method,
  Path extends string = string,
> {
  method: M
  /** `/v1/address/{id}`: the path of the API document; its file is `app/v1/address/[id]/route.ts`. */
  path: Path
  summary: string
  /** What a client developer should know beyond the schemas. Markdown is not rendered. */
  description?: string
  access: A
  /** Further permission codes that the handler asks for with `holds`, or that a field `needs`: points like any other. */
  also?: readonly PermissionCode[]
  /** Where it belongs, if that does not follow from who may call. */
  interface?: Interface
  /** The session of a browser counts as well as a token. In the admin it always does. */
  cookie?: true
  params?: P
  /** Unknown query parameters are ignored, so this is a loose object's shape; a known one given twice is refused. */
  query?: Q
  /**
   * A schema: JSON, at most 1 MiB; unknown fields are refused, so declare a strict object. `raw`: the text as it was
   * sent. `multipart(…)`: one file and text fields. None: the request has no body, `{}` or an empty one.
   */
  body?: B
  /**
   * What leaves, as JSON; unknown keys are stripped, and so is a field with `.meta({ needs: code })` for callers who
   * lack that code. `text`: a string, as plain text. None: 204 without a body.
   */
  output?: O
  /** 201 where a resource is created; a function of the output where it may have existed already. */
  status?: 200 | 201 | StatusOf<O>['status']
  /** An Idempotency-Key counts although nothing is created. Of a POST for signed-in callers. */
  idempotent?: true
  /** The address of what was created. */
  location?(output: z.output<O>): string
  /**
   * This list is also answered as a file of this name (without its extension): `handle` is a
   * `newestList` or a `pageList`, so that it can be asked for what comes after a row; its `query` has `fileQuery`.
   */
  csv?: string
  /** `own`: goes database, provider, database, and repeats safely by its own numbers; takes no Idempotency-Key. */
  transaction?: 'own'
  /** How failures are told, where it is not as problem+json. */
  render?(problem: Problem): { status: number; body: unknown }
  /** Codes that this endpoint answers beyond those that follow from its shape; for the API document. */
  problems?: readonly ProblemCode[]
  /** Limits every client address to so many calls. Signed-in writes have their own limit. */
  limit_per_ip?: Limit
  /** The name of a factory in the tests that makes such a resource for another owner. */
  owned?: 'address' | 'order' | 'shipped_order' | 'session'
  /** For the API document; the tests hold them against the schemas. */
  example?: { params?: z.input<P>; query?: z.input<Q>; body?: ExampleOf<B>; output?: z.input<O> }
  /** What must not hold a transaction: hashing, calls to providers. Runs after validation, before BEGIN. */
  prepare?(context: Context<A, P, Q, B, undefined>): Promise<R>
  handle(context: Context<A, P, Q, B, R>): Promise<z.input<O>>
}

/** Declares an operation: everything about it stands in this one value. */
export function endpoint<
  const M extends Method,
  const Path extends string,
  A extends Access,
  O extends z.ZodType = z.ZodVoid,
  P extends z.ZodType = z.ZodUndefined,
  Q extends z.ZodType = z.ZodUndefined,
  B extends z.ZodType = z.ZodUndefined,
  R = undefined,
>(definition: Endpoint<A, P, Q, B, O, R, M, Path>): Endpoint<A, P, Q, B, O, R, M, Path> {
  return definition
}
