// Runs one function of the artifact in a process of its own, as the platform does: in its folder, with its launcher,
// without other files. Arguments: the handler, and `web` if it takes a web request. Reports its port to the parent
// process.

import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'

const [handler = '', kind] = process.argv.slice(2)

/**
 * The platform's context for a request. `waitUntil` receives work after an answer, for which the platform keeps the
 * function awake.
 */
const context = { waitUntil: (work) => void Promise.resolve(work).catch(() => undefined) }
globalThis[Symbol.for('@vercel/request-context')] = { get: () => context }

const path = resolve(handler)
const loaded = createRequire(path)(path)
const launched = loaded.default ?? loaded

/** Calls a handler of web requests. The body is not passed on: the middleware of the shop reads none. */
async function answerWeb(incoming, outgoing) {
  const { method, headers, url } = incoming
  const address = `https://${headers['x-forwarded-host']}${url}`
  const given = new Headers()
  for (let at = 0; at < incoming.rawHeaders.length; at += 2)
    given.append(incoming.rawHeaders[at], incoming.rawHeaders[at + 1])
  incoming.resume()
  const response = await launched(new Request(address, { method, headers: given }))
  outgoing.writeHead(response.status, [...response.headers].flat())
  outgoing.end(Buffer.from(await response.arrayBuffer()))
}

const answer = kind === 'web' ? answerWeb : launched

const server = createServer(async (incoming, outgoing) => {
  try {
    await answer(incoming, outgoing)
  } catch (error) {
    console.error(error)
    if (!outgoing.headersSent) outgoing.writeHead(500, { 'x-vercel-error': 'FUNCTION_INVOCATION_FAILED' })
    outgoing.end()
  }
})
// The front keeps its connections open and may send on them at any time.
server.keepAliveTimeout = 0
server.listen(0, '127.0.0.1', () => process.send?.({ port: server.address().port }))
process.on('disconnect', () => process.exit())
