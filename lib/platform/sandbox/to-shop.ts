import type { Endpoint } from '@/lib/kit/api/endpoint/endpoint'
import { peerHeader } from '@/lib/kit/api/run/request'
import { respond } from '@/lib/kit/api/run/respond'
import { responseOf } from '@/lib/kit/api/run/response'

type Receivers = () => Promise<readonly Endpoint[]>

/** Not a `singleton`, because the server and the bundles of Next each load the endpoints separately. */
let receivers: Receivers | undefined

/** Not imported here, because the endpoints import the sandbox. */
export function callShopWith(given: Receivers): void {
  receivers = given
}

/**
 * In this process, because a protected deployment cannot reach itself. 404 for other paths. Resolves after the work
 * that follows the response. Rejects if `signal` aborts before.
 */
export async function fetchShop(url: string, { signal, ...init }: RequestInit): Promise<Response> {
  if (!receivers) throw new Error('No endpoints receive callbacks here: import lib/server/assembly.ts.')
  const endpoint = (await receivers()).find(({ path }) => path === new URL(url).pathname)
  if (!endpoint) return new Response(null, { status: 404 })
  const request = new Request(url, init)
  request.headers.set(peerHeader, '127.0.0.1')
  const works: Promise<unknown>[] = []
  const answered = respond(endpoint, request, {}, (work) => works.push(work()))
  const aborted = new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  const answer = await Promise.race([answered, aborted])
  await Promise.all(works)
  return responseOf(answer)
}
