import { randomBytes } from 'node:crypto'
import { once } from '@/db/once'
import { describeError } from '@/lib/api/failure'
import { log } from '@/lib/api/log'
import { Problem } from '@/lib/api/problem'

/** What the provider's side needs of the world, so that tests can bring their own. */
export interface Outside {
  fetch: (input: string, init: RequestInit) => Promise<Response>
  now: () => Date
  /** 32 characters of [0-9a-f]. */
  nonce: () => string
  /** Waits between two attempts; milliseconds. */
  pause: (milliseconds: number) => Promise<void>
}

const realOutside = (): Outside => ({
  fetch: (input, init) => fetch(input, init),
  now: () => new Date(),
  nonce: () => randomBytes(16).toString('hex'),
  pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
})

const held = () => once('provider-outside', () => ({ outside: realOutside() }))

export const outside = (): Outside => held().outside

export function setOutside(changed: Partial<Outside>): void {
  held().outside = { ...held().outside, ...changed }
}

/** The provider did not answer, or answered nonsense. Whether it did what was asked is unknown. */
export class ProviderFailure extends Problem {
  override name = 'ProviderFailure'
  constructor(detail: string, cause?: unknown) {
    super('provider_error', { detail, cause })
  }
}

/** The provider answered that it will not. */
export class ProviderRefusal extends Problem {
  override name = 'ProviderRefusal'
  constructor(
    readonly http_status: number,
    /** The provider's own code, such as `ORDER_CLOSED`. */
    readonly provider_code: string,
  ) {
    super('provider_error', { detail: `The provider answered ${http_status} ${provider_code}.` })
  }
}

const timeoutMilliseconds = 8_000
const attempts = 3

/**
 * Asks the provider, at most three times. `once` says what one attempt is (a fresh signature each), `read` what its
 * answer means: it throws {@link ProviderFailure} for one that is worth another attempt. Neither address nor body is
 * logged: the one holds the secret, the other the payer.
 */
export async function persistently<T>(
  what: string,
  request: () => { url: string; init: RequestInit },
  read: (response: Response, text: string) => T | Promise<T>,
): Promise<T> {
  const { fetch, pause } = outside()
  for (let attempt = 1; ; attempt++) {
    const started = performance.now()
    try {
      const { url, init } = request()
      const response = await fetch(url, {
        ...init,
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMilliseconds),
      })
      const text = await response.text()
      const line = { what, attempt, status: response.status, duration_ms: Math.round(performance.now() - started) }
      log().info({ ...line, provider_request: response.headers.get('request-id') ?? undefined }, 'provider')
      return await read(response, text)
    } catch (error) {
      if (error instanceof ProviderRefusal) throw error
      log().warn({ what, attempt, ...describeError(error) }, 'the provider failed')
      if (attempt === attempts) {
        throw error instanceof ProviderFailure
          ? error
          : new ProviderFailure('The provider could not be reached.', error)
      }
      await pause(200 * 2 ** attempt * (0.5 + Math.random()))
    }
  }
}
