import { randomBytes } from 'node:crypto'
import { singleton } from '@/db/singleton'
import { Problem } from '@/lib/kit/api/endpoint/problem'
import { describeError } from '@/lib/kit/api/run/failure'
import { log } from '@/lib/kit/api/run/log'
import { env } from '@/lib/kit/env'
import { simulation } from '@/lib/platform/simulation'

/** Tests replace members of this object. */
export interface Runtime {
  fetch: (input: string, init: RequestInit) => Promise<Response>
  now: () => Date
  /** 32 characters of [0-9a-f]. */
  nonce: () => string
  /** Between two attempts of a request. */
  pause: (milliseconds: number) => Promise<void>
}

const defaultRuntime = (): Runtime => ({
  fetch: (input, init) => (env().SANDBOX ? simulation().fetch : fetch)(input, init),
  now: () => new Date(),
  nonce: () => randomBytes(16).toString('hex'),
  pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
})

const holder = () => singleton('provider-runtime', () => ({ runtime: defaultRuntime() }))

export const runtime = (): Runtime => holder().runtime

export function setRuntime(changed: Partial<Runtime>): void {
  holder().runtime = { ...holder().runtime, ...changed }
}

/** No response, or an unusable one. The provider may have processed the request. */
export class ProviderFailure extends Problem {
  override name = 'ProviderFailure'
  constructor(detail: string, cause?: unknown) {
    super('provider_error', { detail, cause })
  }
}

/** The provider responded with an error, and has not processed the request. */
export class ProviderRefusal extends Problem {
  override name = 'ProviderRefusal'
  constructor(
    readonly http_status: number,
    /** Such as `ORDER_CLOSED`. */
    readonly provider_code: string,
  ) {
    super('provider_error', { detail: `The provider answered ${http_status} ${provider_code}.` })
  }
}

const timeoutMilliseconds = 8_000
const attempts = 3

/**
 * At most three times, 8 seconds each. `request` signs each attempt anew. Errors of `read` other than {@link
 * ProviderRefusal} repeat the request. Nothing is logged: the URL contains the secret and the body names the payer.
 * Throws {@link ProviderFailure} at last.
 */
export async function withRetries<T>(
  what: string,
  request: () => { url: string; init: RequestInit },
  read: (response: Response, text: string) => T | Promise<T>,
): Promise<T> {
  const { fetch, pause } = runtime()
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
      log().warn({ what, attempt, ...describeError(error) }, 'request to the provider failed')
      if (attempt === attempts) {
        throw error instanceof ProviderFailure ? error : new ProviderFailure('The provider cannot be reached.', error)
      }
      await pause(200 * 2 ** attempt * (0.5 + Math.random()))
    }
  }
}
