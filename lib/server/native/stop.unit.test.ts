import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request } from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { endConnections } from '@/lib/server/native/stop'
import { freePort } from '@/lib/server/testing/server'

test('a server that stops answers what comes on kept connections, and resets none', async () => {
  let isClosed = false
  const port = await freePort()
  const server = createServer((_, response) => {
    if (isClosed) response.setHeader('connection', 'close')
    response.end('answered')
  }).listen(port, '127.0.0.1')
  server.keepAliveTimeout = 600_000
  await once(server, 'listening')
  const agent = new Agent({ keepAlive: true })
  const send = async () => {
    const outgoing = request({ agent, host: '127.0.0.1', port, method: 'POST' }).end('{}')
    const [response]: IncomingMessage[] = await once(outgoing, 'response')
    return response && { text: await textOf(response), connection: response.headers.connection }
  }
  const three = () => Promise.all([send(), send(), send()])
  expect((await three()).map((answer) => answer?.connection)).toEqual(['keep-alive', 'keep-alive', 'keep-alive'])

  let ended = Promise.resolve()
  await new Promise<void>((resolve) => {
    ended = endConnections(server, () => {
      isClosed = true
      resolve()
    })
  })
  expect(server.listening).toBe(false)
  // Two of three kept connections are used again; the third is idle until it is closed.
  const answers = await Promise.all([send(), send()])
  expect(answers).toEqual(Array.from({ length: 2 }, () => ({ text: 'answered', connection: 'close' })))
  await ended
  agent.destroy()
})
