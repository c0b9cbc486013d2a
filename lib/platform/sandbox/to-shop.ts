import type { Endpoint } from '@/lib/kit/api/endpoint/endpoint'
import { peerHeader } from '@/lib/kit/api/run/request'
import { respond } from '@/lib/kit/api/run/respond'
import { responseOf } from '@/lib/kit/api/run/response'

type Receivers = () => Promise<readonly Endpoint[]>

/**
 * Of this module alone, not of the process: the server and the bundles of Next each read the modules of endpoints for
 * themselves, and what answers here knows only its own.
 */
let receivers: Receivers | undefined

/** Says which endpoints of the shop receive callbacks: they lead to the sandbox themselves. */
export function callShopWith(given: Receivers): void {
  receivers = given
}

/**
 * A `fetch` that reaches only what the shop has for callbacks, without a network: a protected deployment cannot be
 * reached by itself. Resolves when the work after the answer has ended too. Rejects when `signal` aborts.
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
