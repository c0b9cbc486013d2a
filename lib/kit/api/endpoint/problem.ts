import type { FaultCode } from './fault'

interface Kind {
  status: number
  title: string
  level: 'info' | 'warn' | 'error'
}

/** Clients translate the code and branch on it; the page `/docs/errors` shows this table. */
export const problems = {
  invalid_request: {
    status: 400,
    title: 'The request is not valid',
    level: 'info',
  },
  unauthenticated: {
    status: 401,
    title: 'Sign in first',
    level: 'info',
  },
  invalid_credentials: {
    status: 401,
    title: 'Account or secret is wrong',
    level: 'info',
  },
  forbidden: {
    status: 403,
    title: 'Not allowed',
    level: 'info',
  },
  secret_expired: {
    status: 403,
    title: 'The password must be changed first',
    level: 'info',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    level: 'info',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    level: 'info',
  },
  request_timeout: {
    status: 408,
    title: 'The request took too long to arrive',
    level: 'info',
  },
  already_exists: {
    status: 409,
    title: 'Already exists',
    level: 'info',
  },
  in_use: {
    status: 409,
    title: 'Still in use',
    level: 'info',
  },
  limit_reached: {
    status: 409,
    title: 'Limit reached',
    level: 'info',
  },
  out_of_stock: {
    status: 409,
    title: 'Not enough in stock',
    level: 'info',
  },
  not_deliverable: {
    status: 409,
    title: 'Not delivered or collected',
    level: 'info',
  },
  stale_stock: {
    status: 409,
    title: 'The stock has changed meanwhile',
    level: 'info',
  },
  not_sellable: {
    status: 409,
    title: 'The product cannot be activated yet',
    level: 'info',
  },
  import_errors: {
    status: 409,
    title: 'The file has lines with errors',
    level: 'info',
  },
  price_changed: {
    status: 409,
    title: 'The price has changed',
    level: 'info',
  },
  amount_changed: {
    status: 409,
    title: 'Another amount would go back',
    level: 'info',
  },
  coupon_unusable: {
    status: 409,
    title: 'The coupon does not apply',
    level: 'info',
  },
  cart_changed: {
    status: 409,
    title: 'The cart has changed',
    level: 'info',
  },
  shop_closed: {
    status: 409,
    title: 'The shop is closed',
    level: 'info',
  },
  order_state: {
    status: 409,
    title: 'The order is in another state',
    level: 'info',
  },
  invoice_decided: {
    status: 409,
    title: 'The invoice was issued or refused already',
    level: 'info',
  },
  after_sale_open: {
    status: 409,
    title: 'A return request is open',
    level: 'info',
  },
  already_collected: {
    status: 409,
    title: 'Already handed over',
    level: 'info',
  },
  other_store: {
    status: 409,
    title: 'Collected at another store',
    level: 'info',
  },
  address_asked: {
    status: 409,
    title: 'The customer asks for another address',
    level: 'info',
  },
  receipt_unconfirmed: {
    status: 409,
    title: 'The platform knows of no receipt',
    level: 'info',
  },
  payer_missing: {
    status: 409,
    title: 'No mini-program identity to pay with',
    level: 'info',
  },
  stale_version: {
    status: 409,
    title: 'Changed by someone else',
    level: 'info',
  },
  in_progress: {
    status: 409,
    title: 'The first request is still running',
    level: 'info',
  },
  quota_exceeded: {
    status: 409,
    title: 'No room for more files',
    level: 'warn',
  },
  events_gone: {
    status: 410,
    title: 'The events were deleted',
    level: 'info',
  },
  payload_too_large: {
    status: 413,
    title: 'Too large',
    level: 'info',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported media type',
    level: 'info',
  },
  idempotency_key_reused: {
    status: 422,
    title: 'Idempotency-Key used for another request',
    level: 'warn',
  },
  too_many_requests: {
    status: 429,
    title: 'Too many requests',
    level: 'warn',
  },
  account_locked: {
    status: 429,
    title: 'Locked after too many failed sign-ins',
    level: 'warn',
  },
  internal_error: {
    status: 500,
    title: 'Something went wrong here',
    level: 'error',
  },
  provider_error: {
    status: 502,
    title: 'The provider failed',
    level: 'error',
  },
  unavailable: {
    status: 503,
    title: 'Not available at the moment',
    level: 'error',
  },
  storage_full: {
    status: 507,
    title: 'The storage is full',
    level: 'error',
  },
} as const satisfies Record<string, Kind>

export type ProblemCode = keyof typeof problems

/** `name` is a path such as `items.0.count`. */
export interface InvalidParam {
  in: 'path' | 'query' | 'header' | 'body'
  name: string
  /** English; clients translate `code`. */
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

/** Seen by clients. Any other error becomes `internal_error` without details. */
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

  /** The body of the response, as in RFC 9457. */
  document(request_id: string) {
    const { title, status } = problems[this.code]
    const { detail, invalid_params, members, headers } = this.extras
    const seconds = headers?.['retry-after']
    return {
      type: `/docs/errors#${this.code}`,
      title,
      status,
      detail: detail ?? `${title}.`,
      code: this.code,
      request_id,
      ...(seconds !== undefined && { retry_after: Number(seconds) }),
      ...(invalid_params && { invalid_params }),
      ...members,
    }
  }
}

export const problem = (code: ProblemCode, extras: Extras = {}) => new Problem(code, extras)

/** 400 for one part of the request. */
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

/** Returns the problem 400 `out_of_range` for a number above `maximum` in the field `name`. */
export const tooMuch = (name: string, maximum: number) =>
  invalid('body', name, 'out_of_range', `This must be at most ${maximum}.`, { maximum })

/** 429 with Retry-After (in seconds) and the headers of the RateLimit draft. `limit`: the allowed requests. */
export function tooMany(
  code: 'too_many_requests' | 'account_locked',
  policy: string,
  limit: number,
  retry_after: number,
): Problem {
  return problem(code, {
    detail: `Try again in ${retry_after} seconds.`,
    headers: limitHeaders(policy, limit, retry_after),
  })
}

export const limitHeaders = (policy: string, limit: number, retry_after: number) => ({
  'retry-after': String(retry_after),
  ...rateHeaders(policy, limit, { left: 0, retry_after }),
})

/** Of draft-ietf-httpapi-ratelimit-headers. `left`: requests until the window ends. */
export const rateHeaders = (policy: string, limit: number, window: { left: number; retry_after: number }) => ({
  ratelimit: `"${policy}";r=${window.left};t=${window.retry_after}`,
  'ratelimit-policy': `"${policy}";q=${limit}`,
})

const isProblemCode = (code: string): code is ProblemCode => Object.hasOwn(problems, code)

/** In the sequence of `problems`. */
export const problemCodes: readonly ProblemCode[] = Object.keys(problems).filter(isProblemCode)
