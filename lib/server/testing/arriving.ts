const size = 65_536

/** In parts, as from a network: for one part, Node 24 reports an unhandled rejection when the form is refused. */
export async function arriving(init: RequestInit): Promise<RequestInit> {
  if (!(init.body instanceof FormData)) return init
  const encoded = new Response(init.body)
  const bytes = new Uint8Array(await encoded.arrayBuffer())
  const headers = new Headers(init.headers)
  headers.set('content-type', encoded.headers.get('content-type') ?? '')
  let at = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at < bytes.length) controller.enqueue(bytes.slice(at, at + size))
      else controller.close()
      at += size
    },
  })
  return { ...init, headers: Object.fromEntries(headers), body, ...{ duplex: 'half' } }
}
