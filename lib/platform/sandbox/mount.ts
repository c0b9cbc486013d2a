import { refuse } from '@/lib/kit/api/run/respond'
import { responseOf } from '@/lib/kit/api/run/response'
import { env } from '@/lib/kit/env'

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'
type Handlers<Rest extends unknown[]> = Record<Method, (request: Request, ...rest: Rest) => Promise<Response>>

/** 404 unless SANDBOX is on; not cached. `path`: with the names of its parameters, for logs and metrics. */
export function onlyInSandbox<Rest extends unknown[]>(path: string, handlers: Handlers<Rest>): Handlers<Rest> {
  const guard =
    (method: Method) =>
    async (request: Request, ...rest: Rest) => {
      if (!env().SANDBOX) return responseOf(refuse(request, { path }, 'not_found'))
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
