import { peerHeader } from '@/lib/api/request'
import { respond } from '@/lib/api/respond'
import { responseOf } from '@/lib/api/response'

/**
 * A `fetch` that reaches only what the shop has for callbacks, without a network: a protected deployment cannot be
 * reached by itself. Resolves when the work after the answer has ended too. Rejects when `signal` aborts.
 */
export async function fetchShop(url: string, { signal, ...init }: RequestInit): Promise<Response> {
  // Loaded on use: these modules lead back here.
  const [{ receiveNotice }, { receiveUpload }, { receiveMessage }] = await Promise.all([
    import('@/lib/payment/endpoints'),
    import('@/lib/file/direct'),
    import('@/lib/wechat/endpoints'),
  ])
  const endpoint = [receiveNotice, receiveUpload, receiveMessage].find(({ path }) => path === new URL(url).pathname)
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
