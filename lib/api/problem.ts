import { z } from 'zod'
import { unsellableReasons } from '@/db/enums'
import { type FaultCode, faultCodes } from './fault'

interface Kind {
  status: number
  title: string
  /** The level of the log line of the request. */
  level: 'info' | 'warn' | 'error'
  /** What client developers should know: when it occurs and what to do about it. */
  help: string
}

/** Every way in which a request can fail. Clients translate and branch on the code; `/docs/errors` shows this table. */
export const problems = {
  invalid_request: {
    status: 400,
    title: 'The request is not valid',
    level: 'info',
    help: 'A path, query, header or body value is not valid, or refers to something that does not exist. invalid_params has the name and reason for each.',
  },
  unauthenticated: {
    status: 401,
    title: 'Sign in first',
    level: 'info',
    help: 'The token is missing, unknown, revoked or expired. Sign in again with POST /v1/token and repeat the request.',
  },
  invalid_credentials: {
    status: 401,
    title: 'Account or secret is wrong',
    level: 'info',
    help: 'The sign-in was refused. The response is the same for an unknown account and a wrong secret.',
  },
  forbidden: {
    status: 403,
    title: 'Not allowed',
    level: 'info',
    help: 'The caller is signed in but is the wrong kind of user, lacks a permission, or is not allowed to do this by a rule; detail says which. Signing in again does not help.',
  },
  secret_expired: {
    status: 403,
    title: 'The password must be changed first',
    level: 'info',
    help: 'Change the password with PUT /v1/user/password; until then only this endpoint, GET /v1/user and DELETE /v1/token work.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    level: 'info',
    help: 'The path does not exist, or the resource does not exist or belongs to another user.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    level: 'info',
    help: 'The path exists, but not with this method; the Allow header lists the methods that it has.',
  },
  request_timeout: {
    status: 408,
    title: 'The request took too long to arrive',
    level: 'info',
    help: 'The body must arrive within 30 seconds, a form with a file within 10 minutes and without a pause of 30 seconds. The connection is closed; send the request again.',
  },
  already_exists: {
    status: 409,
    title: 'Already exists',
    level: 'info',
    help: 'A value that must be unique is already in use; invalid_params names it.',
  },
  in_use: {
    status: 409,
    title: 'Still in use',
    level: 'info',
    help: 'Something else refers to the resource, so it cannot be deleted; detail says what.',
  },
  limit_reached: {
    status: 409,
    title: 'Limit reached',
    level: 'info',
    help: 'The caller already has the maximum number of these; detail has the number.',
  },
  out_of_stock: {
    status: 409,
    title: 'Not enough in stock',
    level: 'info',
    help: 'Nothing was done. shortages lists each SKU with the requested and the available number; an unknown or withdrawn SKU counts as 0.',
  },
  stale_stock: {
    status: 409,
    title: 'The stock has changed meanwhile',
    level: 'info',
    help: 'Pieces were sold or adjusted since they were counted; nothing was changed. items lists each SKU with the expected and the present number.',
  },
  not_sellable: {
    status: 409,
    title: 'The product cannot be put on sale yet',
    level: 'info',
    help: 'reasons says what is missing. Nothing was changed.',
  },
  import_errors: {
    status: 409,
    title: 'The file has lines with errors',
    level: 'info',
    help: 'Nothing was imported. Mend the lines and send the file again, or repeat the request with skip_errors.',
  },
  price_changed: {
    status: 409,
    title: 'The price has changed',
    level: 'info',
    help: 'No order was placed. The response has the current amounts: show them and ask again.',
  },
  order_state: {
    status: 409,
    title: 'The order is in another state',
    level: 'info',
    help: 'The order does not allow this action in its current status; detail names both. Read the order again.',
  },
  after_sale_open: {
    status: 409,
    title: 'An after-sale case is open',
    level: 'info',
    help: 'Pieces that the request names are in an open after-sale case, which decides about them. Nothing was changed.',
  },
  receipt_unconfirmed: {
    status: 409,
    title: 'The platform knows of no receipt',
    level: 'info',
    help: 'The customer has not confirmed the receipt on the platform, so the order stays as it is. Open the confirmation of the mini-program again.',
  },
  payer_missing: {
    status: 409,
    title: 'No mini-program identity to pay with',
    level: 'info',
    help: 'The account has no mini-program user, so the provider does not know who pays. Send a code of wx.login to PUT /v1/user/mini_program and try again.',
  },
  stale_version: {
    status: 409,
    title: 'Changed by someone else',
    level: 'info',
    help: 'You sent a version that is not the current one; nothing was changed. updated_by and updated_at say who made the last change, and when.',
  },
  quota_exceeded: {
    status: 409,
    title: 'No room for more files',
    level: 'warn',
    help: 'The files would have more bytes than the parameter file.quota_mb allows; GET /cms/file/limit says how many are used. Delete unused files, or raise the parameter.',
  },
  payload_too_large: {
    status: 413,
    title: 'Too large',
    level: 'info',
    help: 'The body is larger than the endpoint accepts; the limit for JSON is 1 MiB. URL and headers together may have 16 KiB.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported media type',
    level: 'info',
    help: 'The endpoint does not accept this type of body; send JSON with Content-Type: application/json.',
  },
  idempotency_key_reused: {
    status: 422,
    title: 'Idempotency-Key used for another request',
    level: 'warn',
    help: 'This key was already used for a different request. Use a new key for every new intention.',
  },
  too_many_requests: {
    status: 429,
    title: 'Too many requests',
    level: 'warn',
    help: 'Wait for the number of seconds in Retry-After, then try again.',
  },
  account_locked: {
    status: 429,
    title: 'Locked after too many failed sign-ins',
    level: 'warn',
    help: 'Even the right secret is refused until the seconds in Retry-After have passed. Existing sessions continue to work.',
  },
  internal_error: {
    status: 500,
    title: 'Something went wrong here',
    level: 'error',
    help: 'The request is not the cause. The failure is logged under request_id; quote it when you ask for help.',
  },
  provider_error: {
    status: 502,
    title: 'The provider failed',
    level: 'error',
    help: 'The mini-program platform or the payment provider failed. No partial changes remain; try again later.',
  },
  unavailable: {
    status: 503,
    title: 'Not available at the moment',
    level: 'error',
    help: 'The database cannot be reached, no connection was free in time, or too many passwords are being checked. Try again after the seconds in Retry-After.',
  },
  storage_full: {
    status: 507,
    title: 'The storage is full',
    level: 'error',
    help: 'The server has no space left for files, or may not write to their folder. Nothing was stored. Whoever runs the server must make room.',
  },
} as const satisfies Record<string, Kind>

export type ProblemCode = keyof typeof problems

/** One invalid part of the request; `name` is a path such as `items.0.count`. */
export interface InvalidParam {
  in: 'path' | 'query' | 'header' | 'body'
  name: string
  /** An English sentence; clients translate `code`. */
  reason: string
  code: FaultCode
  params?: Record<string, unknown>
}

interface Extras {
  detail?: string
  invalid_params?: InvalidParam[]
  /** Further members of the problem document, such as `shortages`. */
  members?: Record<string, unknown>
  headers?: Record<string, string>
  cause?: unknown
}

/** A failure that clients see. Any other error becomes `internal_error` without details. */
export class Problem extends Error {
  override name = 'Problem'
  readonly status: number
  constructor(
    readonly code: ProblemCode,
    readonly extras: Extras = {},
  ) {
    super(extras.detail ?? problems[code].title, { cause: extras.cause })
    this.status = problems[code].status
  }

  /** The document of RFC 9457. */
  document(request_id: string) {
    const { title, status } = problems[this.code]
    const { detail, invalid_params, members } = this.extras
    return {
      type: `/docs/errors#${this.code}`,
      title,
      status,
      detail: detail ?? `${title}.`,
      code: this.code,
      request_id,
      ...(invalid_params && { invalid_params }),
      ...members,
    }
  }
}

export const problem = (code: ProblemCode, extras: Extras = {}) => new Problem(code, extras)

/** A 400 that names one invalid part of the request. */
export function invalid(
  place: InvalidParam['in'],
  name: string,
  code: FaultCode,
  reason: string,
  params?: InvalidParam['params'],
): Problem {
  return problem('invalid_request', {
    detail: `${name}: ${reason}`,
    invalid_params: [{ in: place, name, reason, code, ...(params && { params }) }],
  })
}

/** A 429 with the fields of the RateLimit header draft. `retry_after` is in seconds. */
export function tooMany(
  code: 'too_many_requests' | 'account_locked',
  policy: string,
  limit: number,
  retry_after: number,
): Problem {
  return problem(code, {
    detail: `Try again in ${retry_after} seconds.`,
    headers: {
      'retry-after': String(retry_after),
      ratelimit: `"${policy}";r=0;t=${retry_after}`,
      'ratelimit-policy': `"${policy}";q=${limit}`,
    },
  })
}

const isProblemCode = (code: string): code is ProblemCode => Object.hasOwn(problems, code)

/** Every error code, in the order of the table. */
export const problemCodes: readonly ProblemCode[] = Object.keys(problems).filter(isProblemCode)

const everyProblem = {
  type: z.string().meta({ description: 'Where the code is explained' }),
  title: z.string(),
  status: z.int(),
  detail: z.string().meta({ description: 'An English sentence about this very failure' }),
  request_id: z.string().meta({ description: 'Names this request in the logs' }),
}

const InvalidParam = z.object({
  in: z.enum(['path', 'query', 'header', 'body']),
  name: z.string().meta({ description: 'A path such as items.0.count' }),
  reason: z.string().meta({ description: 'An English sentence' }),
  code: z.enum(faultCodes).meta({ description: 'What is wrong; translate this' }),
  params: z.record(z.string(), z.unknown()).optional().meta({ description: 'Values for the text of the code' }),
})

/** A place where a file is used. */
export const FileUse = z
  .object({
    table: z.string(),
    record_id: z.int(),
    field: z.string().meta({ description: 'The column, such as images or content' }),
    owner: z
      .object({ type: z.string(), id: z.int(), name: z.string() })
      .nullable()
      .meta({ description: 'The record as the admin shows it: of a banner item, the banner' }),
  })
  .meta({ id: 'FileUse' })

const invalid_params = z.array(InvalidParam)
const amount = z.int().min(0)

/** Members that a code has besides those of every problem. */
export const furtherMembers = {
  invalid_request: { invalid_params: invalid_params.optional() },
  already_exists: { invalid_params: invalid_params.optional() },
  in_use: {
    uses: z.array(FileUse).optional().meta({ description: 'Of a file: the first 20 records that use it' }),
    total: z.int().optional().meta({ description: 'Of a file: how many uses there are' }),
  },
  forbidden: {
    permission: z.string().optional().meta({ description: 'The permission code that the caller lacks' }),
  },
  out_of_stock: {
    shortages: z.array(z.object({ sku_id: z.int(), requested: z.int(), available: z.int() })),
  },
  stale_stock: {
    items: z.array(z.object({ sku_id: z.int(), expected: z.int(), present: z.int() })),
  },
  not_sellable: {
    reasons: z.array(z.enum(unsellableReasons)).meta({
      description: 'no_sku: no SKU is enabled; price: an enabled one has none; no_image; category: it is disabled',
    }),
  },
  import_errors: {
    errors: amount.meta({ description: 'How many lines have errors' }),
  },
  price_changed: {
    items_amount: amount,
    freight_amount: amount,
    discount_amount: amount,
    total_amount: amount,
    items: z.array(z.object({ sku_id: z.int(), price: amount, count: z.int() })),
  },
  stale_version: {
    version: z.int().meta({ description: 'The current one' }),
    updated_by: z
      .object({ id: z.int(), nickname: z.string(), username: z.string().nullable() })
      .nullable()
      .meta({ description: 'Who was faster; null: the system' }),
    updated_at: z.string().meta({ format: 'date-time' }),
  },
} as const satisfies Partial<Record<ProblemCode, z.ZodRawShape>>

export const hasFurtherMembers = (code: ProblemCode): code is keyof typeof furtherMembers =>
  Object.hasOwn(furtherMembers, code)

/** `OutOfStock` for `out_of_stock`. */
const schemaName = (code: ProblemCode) =>
  `${code.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())}Problem`

const special = problemCodes.filter(hasFurtherMembers)
const plain = problemCodes.filter((code) => !hasFurtherMembers(code))

const PlainProblem = z.looseObject({ ...everyProblem, code: z.enum(plain) }).meta({ id: 'PlainProblem' })

const reference = (name: string) => `#/components/schemas/${name}`

/** The document as clients and the API reference see it: a union by `code`. */
export const ProblemDocument = z
  .discriminatedUnion('code', [
    PlainProblem,
    ...special.map((code) =>
      z.looseObject({ ...everyProblem, code: z.literal(code), ...furtherMembers[code] }).meta({ id: schemaName(code) }),
    ),
  ])
  .meta({
    id: 'Problem',
    discriminator: {
      propertyName: 'code',
      mapping: Object.fromEntries(
        problemCodes.map((code) => [code, reference(hasFurtherMembers(code) ? schemaName(code) : 'PlainProblem')]),
      ),
    },
  })
