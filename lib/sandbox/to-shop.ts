import { peerHeader } from '@/lib/api/request'
import { respond } from '@/lib/api/respond'
import { responseOf } from '@/lib/api/response'

/**
 * A `fetch` that reaches only the shop's endpoint for callbacks, without a network: a protected deployment cannot be
 * reached by itself. Resolves when the work after the answer has ended too. Rejects when `signal` aborts.
 */
export async function fetchShop(url: string, { signal, ...init }: RequestInit): Promise<Response> {
  // Loaded on use: the endpoint's module leads back here.
  const { receiveNotice } = await import('@/lib/payment/endpoints')
  if (new URL(url).pathname !== receiveNotice.path) return new Response(null, { status: 404 })
  const request = new Request(url, init)
  request.headers.set(peerHeader, '127.0.0.1')
  const works: Promise<unknown>[] = []
  const answered = respond(receiveNotice, request, {}, (work) => works.push(work()))
  const aborted = new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  const answer = await Promise.race([answered, aborted])
  await Promise.all(works)
  return responseOf(answer)
}
