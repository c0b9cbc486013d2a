import { describeError } from '@/lib/api/failure'
import { log } from '@/lib/api/log'
import { refuse } from '@/lib/api/respond'
import { responseOf } from '@/lib/api/response'
import { env } from '@/lib/env'
import { deliverDue } from './deliveries'
import { answerPlatform, type PlatformBase } from './platform'

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'
type Handlers<Rest extends unknown[]> = Record<Method, (request: Request, ...rest: Rest) => Promise<Response>>

/** Makes handlers respond 404 unless SANDBOX is on, and forbids caching of their responses. */
export function onlyInSandbox<Rest extends unknown[]>(handlers: Handlers<Rest>): Handlers<Rest> {
  const guard =
    (method: Method) =>
    async (request: Request, ...rest: Rest) => {
      if (!env().SANDBOX) return responseOf(refuse(request, { path: new URL(request.url).pathname }, 'not_found'))
      const answer = await handlers[method](request, ...rest)
      answer.headers.set('cache-control', 'private, no-store')
      return answer
    }
  return {
    GET: guard('GET'),
    HEAD: guard('HEAD'),
    POST: guard('POST'),
    PUT: guard('PUT'),
    PATCH: guard('PATCH'),
    DELETE: guard('DELETE'),
    OPTIONS: guard('OPTIONS'),
  }
}

/** The exports of a catch-all route below `/sandbox/{base}`. `after` runs work after the response has been sent. */
export function platformRoute(base: PlatformBase, after: (work: () => Promise<void>) => void): Handlers<[]> {
  const serve = async (request: Request) => {
    const path = new URL(request.url).pathname.slice(`/sandbox/${base}`.length)
    const answer = await answerPlatform(request, base, path)
    // Serverless functions have no timers between requests, so due callbacks are sent after a request.
    after(deliverQuietly)
    return answer
  }
  return onlyInSandbox({
    GET: serve,
    HEAD: serve,
    POST: serve,
    PUT: serve,
    PATCH: serve,
    DELETE: serve,
    OPTIONS: serve,
  })
}

async function deliverQuietly(): Promise<void> {
  try {
    await deliverDue()
  } catch (error) {
    log().warn(describeError(error), 'the simulated platform could not deliver')
  }
}
