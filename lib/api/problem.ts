import { z } from 'zod'

interface Kind {
  status: number
  title: string
  /** How loud the request's log line is. */
  level: 'info' | 'warn' | 'error'
  /** What a client developer should know: when it is answered, what to do about it. */
  help: string
}

/** Every way in which a request can fail. `code` is what clients translate and branch on; `/docs/errors` shows this table. */
export const problems = {
  invalid_request: {
    status: 400,
    title: 'The request is not valid',
    level: 'info',
    help: 'A path, query, header or body value does not fit what the endpoint declares, or refers to something that does not exist. invalid_params names each place and the reason.',
  },
  unauthenticated: {
    status: 401,
    title: 'Log in first',
    level: 'info',
    help: 'The token is missing, unknown, revoked or expired. Log in again with POST /v1/token and repeat the request.',
  },
  invalid_credentials: {
    status: 401,
    title: 'Account or secret is wrong',
    level: 'info',
    help: 'The login was refused. The answer is the same for an unknown account and a wrong secret.',
  },
  forbidden: {
    status: 403,
    title: 'Not allowed',
    level: 'info',
    help: 'The caller is known but is of the wrong kind, lacks a permission, or a rank rule forbids it; detail names which. Logging in again does not help.',
  },
  secret_expired: {
    status: 403,
    title: 'The password must be changed first',
    level: 'info',
    help: 'Change the password with PUT /v1/user/password; until then only that, GET /v1/user and DELETE /v1/token are answered.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    level: 'info',
    help: 'No such address, or the resource does not exist or belongs to somebody else.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    level: 'info',
    help: 'The address exists but not with this method; the Allow header lists those it has.',
  },
  already_exists: {
    status: 409,
    title: 'Already exists',
    level: 'info',
    help: 'A value that must be unique is taken; invalid_params names it.',
  },
  in_use: {
    status: 409,
    title: 'Still in use',
    level: 'info',
    help: 'Something else refers to what was to be deleted; detail says what.',
  },
  limit_reached: {
    status: 409,
    title: 'Limit reached',
    level: 'info',
    help: 'The caller already has as many of these as are allowed; detail names the number.',
  },
  out_of_stock: {
    status: 409,
    title: 'Not enough in stock',
    level: 'info',
    help: 'Nothing was placed. shortages lists each SKU with what was asked and what is available; an unknown or withdrawn one counts as 0.',
  },
  price_changed: {
    status: 409,
    title: 'The price has changed',
    level: 'info',
    help: 'Nothing was placed. The amounts as they are now come along: show them and ask again.',
  },
  order_state: {
    status: 409,
    title: 'The order is in another state',
    level: 'info',
    help: 'The order does not allow this step in its present status; detail names both. Read the order again.',
  },
  payer_missing: {
    status: 409,
    title: 'No mini-program identity to pay with',
    level: 'info',
    help: 'The caller never logged in by a mini-program code (type 200), so the provider does not know who pays. Log in by mini-program and try again.',
  },
  stale_version: {
    status: 409,
    title: 'Changed by somebody else meanwhile',
    level: 'info',
    help: 'The version sent is not the current one; nothing was changed. updated_by and updated_at say who and when.',
  },
  payload_too_large: {
    status: 413,
    title: 'Too large',
    level: 'info',
    help: 'The body is larger than the endpoint takes; JSON bodies may have 1 MiB.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported media type',
    level: 'info',
    help: 'The body is of a type that the endpoint does not take; JSON endpoints want Content-Type: application/json.',
  },
  idempotency_key_reused: {
    status: 422,
    title: 'Idempotency-Key used for another request',
    level: 'warn',
    help: 'This key was used with another body. Make a new key for every new intention.',
  },
  too_many_requests: {
    status: 429,
    title: 'Too many requests',
    level: 'warn',
    help: 'Wait for the seconds that Retry-After names, then try again.',
  },
  account_locked: {
    status: 429,
    title: 'Locked after too many failed logins',
    level: 'warn',
    help: 'Even the right secret is refused until Retry-After has passed. Open sessions go on.',
  },
  internal_error: {
    status: 500,
    title: 'Something went wrong here',
    level: 'error',
    help: 'Not the fault of the request. It is recorded under request_id; quote that when asking for help.',
  },
  provider_error: {
    status: 502,
    title: 'The provider failed',
    level: 'error',
    help: 'The mini-program platform or the payment provider did not answer as it should. Nothing half-done remains; try again later.',
  },
  unavailable: {
    status: 503,
    title: 'Not available at the moment',
    level: 'error',
    help: 'The database cannot be reached, or there was no free connection in time. Try again after Retry-After.',
  },
} as const satisfies Record<string, Kind>

export type ProblemCode = keyof typeof problems

/** One place of the request and what is wrong with it; `name` is a path such as `items.0.count`. */
export interface InvalidParam {
  in: 'path' | 'query' | 'header' | 'body'
  name: string
  reason: string
  code: string
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

/** A failure that the client is told about. Everything else that is thrown becomes `internal_error` and tells nothing. */
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

  /** RFC 9457. */
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

/** A 400 that names one place of the request. */
export function invalid(place: InvalidParam['in'], name: string, code: string, reason: string): Problem {
  return problem('invalid_request', {
    detail: `${name}: ${reason}`,
    invalid_params: [{ in: place, name, reason, code }],
  })
}

/** A 429 with the fields of the RateLimit header draft. */
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

/** The document as clients and the API reference see it. */
export const ProblemDocument = z
  .looseObject({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    code: z.string(),
    request_id: z.string(),
    permission: z.string().optional().meta({ description: 'forbidden: the permission code that the caller lacks' }),
    invalid_params: z
      .array(
        z.object({
          in: z.enum(['path', 'query', 'header', 'body']),
          name: z.string(),
          reason: z.string(),
          code: z.string(),
          params: z.record(z.string(), z.unknown()).optional(),
        }),
      )
      .optional(),
  })
  .meta({ id: 'Problem' })
