import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { cutLongHeaders, refuseMalformed } from './incoming'

/**
 * Sends a request with these header lines to a test server that applies the checks of `incoming.ts`. Returns the status
 * and the headers that the server received.
 */
async function seen(...lines: string[]) {
  const server = createServer((incoming, outgoing) => {
    if (refuseMalformed(incoming, outgoing)) return
    cutLongHeaders(incoming)
    const { headers, rawHeaders } = incoming
    outgoing.end(JSON.stringify({ headers, rawHeaders }))
  })
  onTestFinished(() => void server.close())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new Error('no port')
  const socket = connect(bound.port, '127.0.0.1')
  socket.write(['GET / HTTP/1.1', 'connection: close', ...lines, '', ''].join('\r\n'))
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n', 2)
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1])
  const parsed: { headers?: Record<string, string>; rawHeaders?: string[]; code?: string } = JSON.parse(
    body.slice(body.indexOf('{'), body.lastIndexOf('}') + 1),
  )
  const raw = (parsed.rawHeaders ?? []).flatMap((name, at, all) =>
    at % 2 === 0 ? [{ name: name.toLowerCase(), value: all[at + 1] ?? '' }] : [],
  )
  const rawOf = (wanted: string) => raw.filter(({ name }) => name === wanted).map(({ value }) => value)
  return { status, code: parsed.code, headers: parsed.headers ?? {}, rawOf }
}

const fillers = [' ', '\t', ';', ',', '-', 'a', 'A', '0', '=', '/', '(', '.', '; ', ' ;', 'a-', 'Google-', 'q=;', 'é']
const cut: [name: string, most: number][] = [
  ['user-agent', 512],
  ['accept-language', 256],
]

describe.each(cut)('%s', (name, most) => {
  test.each(fillers)('with 15 KB of %j is cut before it is read', async (filler) => {
    const value = `x${filler.repeat(15_000 / Buffer.byteLength(filler))}x`
    for (const spelling of [name, name.toUpperCase()]) {
      const { status, headers, rawOf } = await seen('host: localhost', `${spelling}: ${value}`, 'accept: text/html')
      expect(status).toBe(200)
      expect(headers[name]).toHaveLength(most)
      expect(rawOf(name)).toEqual([headers[name]])
      expect(rawOf('accept')).toEqual(['text/html'])
    }
  })

  test('is passed on as it was sent up to the limit', async () => {
    const value = 'x'.repeat(most)
    const { headers, rawOf } = await seen('host: localhost', `${name}: ${value}`)
    expect(headers[name]).toBe(value)
    expect(rawOf(name)).toEqual([value])
  })

  test('sent in many lines is cut as a whole', async () => {
    const lines = Array.from({ length: 60 }, (_, at) => `${name}: ${'x;'.repeat(100)}${at}`)
    const { headers, rawOf } = await seen('host: localhost', ...lines)
    expect(headers[name]?.length).toBeLessThanOrEqual(most)
    expect(rawOf(name).join().length).toBeLessThanOrEqual(most)
  })
})

test.each([
  ['the same', ['host: localhost', 'host: localhost']],
  ['different ones', ['host: localhost', 'Host: shop.example']],
])('two Host headers are refused: %s', async (_, lines) => {
  expect(await seen(...lines)).toMatchObject({ status: 400, code: 'invalid_request' })
})
