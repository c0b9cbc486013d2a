import { describeError } from '@/lib/api/failure'
import { log } from '@/lib/api/log'
import { refuse } from '@/lib/api/respond'
import { responseOf } from '@/lib/api/response'
import { env } from '@/lib/env'
import { deliverDue } from './deliveries'
import { answerPlatform, type PlatformBase } from './platform'

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'
type Handlers<Rest extends unknown[]> = Record<Method, (request: Request, ...rest: Rest) => Promise<Response>>

/** The same handlers where SANDBOX is on, and never cached; without it there is no such address. */
export function onlyInSandbox<Rest extends unknown[]>(handlers: Handlers<Rest>): Handlers<Rest> {
  const only =
    (method: Method) =>
    async (request: Request, ...rest: Rest) => {
      if (!env().SANDBOX) return responseOf(refuse(request, new URL(request.url).pathname, 'not_found'))
      const answer = await handlers[method](request, ...rest)
      answer.headers.set('cache-control', 'private, no-store')
      return answer
    }
  return {
    GET: only('GET'),
    HEAD: only('HEAD'),
    POST: only('POST'),
    PUT: only('PUT'),
    PATCH: only('PATCH'),
    DELETE: only('DELETE'),
    OPTIONS: only('OPTIONS'),
  }
}

/** The exports of a catch-all below `/sandbox/{base}`. `after` keeps work alive once the answer is out. */
export function platformRoute(base: PlatformBase, after: (work: () => Promise<void>) => void): Handlers<[]> {
  const serve = async (request: Request) => {
    const path = new URL(request.url).pathname.slice(`/sandbox/${base}`.length)
    const answer = await answerPlatform(request, base, path)
    // Where no timer runs between requests, the callbacks that are due go out with the next request.
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
