import { randomUUID } from 'node:crypto'
import { createReadStream, statSync } from 'node:fs'
import { Agent, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { pipeline } from 'node:stream'
import type { DeployedFunction } from './functions'
import { Instances } from './instances'
import { type Asked, cookiesOf, follow, type Led, nameOf, type Passed } from './routes'
import { type Artifact, hasPath } from './site'

/** The maximum size in bytes of a request body that the platform passes on to a function. */
const maxBody = 4.5 * 1024 * 1024

/**
 * The header in which automated clients send the secret of the deployment. A request with the secret needs no sign-in
 * at the platform.
 */
export const bypassHeader = 'x-vercel-protection-bypass'
export const protectionCookie = '_vercel_jwt'

export interface ServeOptions {
  port: number
  /** The environment variables of the functions. */
  variables: Record<string, string>
  /** The secret that allows requests to the protected deployment. */
  secret: string
  /** Receives the output of the functions. */
  write(text: string): void
}

export interface Served {
  origin: string
  /** Ends the instance of the function that serves this route, so that the next request starts a new instance. */
  end(route: string): Promise<void>
  stop(): Promise<void>
}

/** Serves an artifact over TLS in the same way as Vercel. */
export async function serveArtifact(artifact: Artifact, options: ServeOptions): Promise<Served> {
  const instances = new Instances(options.variables, options.write)
  const front = new Front(artifact, instances, options.secret)
  const server = createServer(artifact.certificate, (incoming, outgoing) => {
    front.answer(incoming, outgoing).catch((error: unknown) => {
      options.write(`Error: a function failed: ${String(error)}\n`)
      if (outgoing.headersSent) outgoing.destroy()
      else refuse(outgoing, 500, 'FUNCTION_INVOCATION_FAILED')
    })
  })
  await new Promise<void>((ready, failed) => server.once('error', failed).listen(options.port, '127.0.0.1', ready))
  return {
    origin: `https://localhost:${options.port}`,
    async end(route) {
      const deployed = artifact.functionOf.get(route)
      if (!deployed) throw new Error(`there is no function of ${route}`)
      await instances.end(deployed)
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
      await instances.stop()
      front.close()
    },
  }
}

/** Matches the names of headers that only the platform sets. */
const ofPlatform = /^x-(vercel-|real-ip$|forwarded-|matched-path$|now-|middleware-|invoke-)|^forwarded$/

/** The names of headers that belong to one connection and are not passed on. */
const ofConnection = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade'])

interface Exchange {
  incoming: IncomingMessage
  outgoing: ServerResponse
  body: Buffer
}

class Front {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 50 })

  constructor(
    private readonly artifact: Artifact,
    private readonly instances: Instances,
    private readonly secret: string,
  ) {}

  close(): void {
    this.agent.destroy()
  }

  async answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { url = '/', method = 'GET' } = incoming
    const [path = '/', ...query] = url.split('?')
    const search = query.length > 0 ? `?${query.join('?')}` : ''
    const headers = headersOf(incoming)
    outgoing.setHeader('x-vercel-id', `here1::${randomUUID()}`)
    if (!path.startsWith('/')) return refuse(outgoing, 400, 'INVALID_REQUEST_PATH')
    if (!this.isOpenTo(headers)) return refuse(outgoing, 401, 'AUTHENTICATION_REQUIRED')
    const body = await bodyOf(incoming)
    if (body === undefined) return refuse(outgoing, 413, 'FUNCTION_PAYLOAD_TOO_LARGE')
    const asked: Asked = { method, path, search, host: headers.get('host') ?? '', headers }
    const led = await follow(
      {
        routes: this.artifact.routes,
        has: (name) => hasPath(this.artifact, name),
        runMiddleware: (name, given) => this.passed(name, given, { incoming, outgoing, body }),
      },
      asked,
    )
    if (!led.isAnswered) await this.send(led, { incoming, outgoing, body, path })
  }

  private isOpenTo(headers: Headers): boolean {
    return (
      headers.get(bypassHeader) === this.secret ||
      cookiesOf(headers).some(([name, value]) => name === protectionCookie && value === this.secret)
    )
  }

  /**
   * Sends the result of the routing: a file, or the response of a function. Without a file or a function, sends the
   * routed status, or 404.
   */
  private async send(led: Led, { incoming, outgoing, body, path }: Exchange & { path: string }): Promise<void> {
    const name = led.found === undefined ? undefined : nameOf(led.found)
    const file = name === undefined ? undefined : this.artifact.fileOf.get(name)
    if (file) {
      const routed = [...led.headers].filter(([key]) => file.headers[key] === undefined)
      write(outgoing, led.status ?? file.status, [...Object.entries(file.headers), ...routed], led.important)
      if (incoming.method === 'HEAD') return void outgoing.end()
      outgoing.setHeader('content-length', statSync(file.path).size)
      pipeline(createReadStream(file.path), outgoing, () => {})
      return
    }
    const deployed = name === undefined ? undefined : this.artifact.functionOf.get(name)
    if (!deployed) {
      write(outgoing, led.status ?? 404, [...led.headers], led.important)
      return void outgoing.end()
    }
    const headers = [...rawOf(incoming, led.requestHeaders), ...this.stamps(incoming)]
    const matched = led.important.get('x-matched-path')
    if (matched) headers.push('x-matched-path', matched)
    const answered = await this.call(deployed, { path: path + led.search, method: incoming.method, headers, body })
    if (answered === 'late') return refuse(outgoing, 504, 'FUNCTION_INVOCATION_TIMEOUT')
    const status = led.status ?? answered.statusCode ?? 500
    // Headers of the function override those of the routes, except headers marked as important.
    const own = new Set(Object.keys(answered.headers))
    const routed = [...led.headers].filter(([key]) => !own.has(key) || key === 'set-cookie')
    write(outgoing, status, [...routed, ...pairs(answered.rawHeaders)], led.important)
    pipeline(answered, outgoing, () => {})
  }

  /**
   * Calls the middleware for a request. Sends the middleware's response, if there is one. Otherwise returns the headers
   * for the response, and the request's headers if the middleware has replaced them.
   */
  private async passed(name: string, asked: Asked, { incoming, outgoing, body }: Exchange): Promise<Passed> {
    const deployed = this.artifact.functionOf.get(nameOf(name))
    if (!deployed) throw new Error(`there is no middleware ${name}`)
    const headers = [...rawOf(incoming, asked.headers), ...this.stamps(incoming)]
    const answered = await this.call(deployed, { path: asked.path + asked.search, method: asked.method, headers, body })
    if (answered === 'late') {
      refuse(outgoing, 504, 'MIDDLEWARE_INVOCATION_TIMEOUT')
      return { answered: true }
    }
    const { 'x-middleware-next': next, 'x-middleware-override-headers': override, ...rest } = answered.headers
    if (next !== '1') {
      write(outgoing, answered.statusCode ?? 500, pairs(answered.rawHeaders))
      pipeline(answered, outgoing, () => {})
      return { answered: true }
    }
    answered.resume()
    const kept = pairs(answered.rawHeaders).filter(
      ([key]) => !key.toLowerCase().startsWith('x-middleware-') && !ofConnection.has(key.toLowerCase()),
    )
    if (typeof override !== 'string') return { answered: false, headers: lowered(kept), requestHeaders: undefined }
    // From here on, the request has exactly these headers.
    const requestHeaders = new Headers()
    for (const key of override.split(',')) {
      const value = rest[`x-middleware-request-${key}`]
      if (typeof value === 'string') requestHeaders.set(key, value)
    }
    return { answered: false, headers: lowered(kept), requestHeaders }
  }

  /**
   * Sends a request to an instance of a function. Returns `late` if no response arrives within the maximum duration of
   * the function.
   */
  private async call(
    deployed: DeployedFunction,
    sent: { path: string; method: string | undefined; headers: string[]; body: Buffer },
  ): Promise<IncomingMessage | 'late'> {
    const { port } = await this.instances.of(deployed)
    const { body, ...rest } = sent
    // A body that arrived in parts is passed on in one piece.
    const isSized = rest.headers.some((header) => header.toLowerCase() === 'content-length')
    if (body.length > 0 && !isSized) rest.headers.push('content-length', String(body.length))
    const outgoing = request({ port, host: '127.0.0.1', agent: this.agent, ...rest, setHost: false })
    let late: NodeJS.Timeout | undefined
    const answered = await new Promise<IncomingMessage | 'late'>((resolve, reject) => {
      late = setTimeout(() => resolve('late'), (deployed.maxDuration ?? 300) * 1_000)
      outgoing.once('response', resolve).once('error', reject)
      outgoing.end(body)
    })
    clearTimeout(late)
    if (answered === 'late') {
      outgoing.on('error', () => {}).destroy()
      await this.instances.end(deployed)
    }
    return answered
  }

  /** Returns the headers in which the platform describes the request to a function. */
  private stamps(incoming: IncomingMessage): string[] {
    const ip = incoming.socket.remoteAddress ?? ''
    const host = incoming.headers.host ?? ''
    const stamps = {
      'x-real-ip': ip,
      'x-forwarded-for': ip,
      'x-forwarded-host': host,
      'x-forwarded-proto': 'https',
      'x-vercel-forwarded-for': ip,
    }
    return Object.entries(stamps).flat()
  }
}

/** Returns the headers of a request, without headers that only the platform sets. */
function headersOf(incoming: IncomingMessage): Headers {
  const headers = new Headers()
  for (const [name, value] of pairs(incoming.rawHeaders)) {
    if (!ofPlatform.test(name.toLowerCase()) || name.toLowerCase() === bypassHeader) headers.append(name, value)
  }
  return headers
}

/**
 * Returns the headers of a request for a function. Repeated headers stay repeated. If the middleware has replaced the
 * headers of the request, leaves out the headers that the middleware removed, and uses the values that the middleware
 * set.
 */
function rawOf(incoming: IncomingMessage, headers: Headers): string[] {
  const raw = pairs(incoming.rawHeaders).filter(
    ([name]) => !ofConnection.has(name.toLowerCase()) && !ofPlatform.test(name.toLowerCase()),
  )
  const original = headersOf(incoming)
  const isSame = (name: string) => headers.get(name) === original.get(name)
  const added = [...headers].filter(([name]) => !isSame(name) && !ofPlatform.test(name))
  return [...raw.filter(([name]) => isSame(name)), ...added].flat()
}

const pairs = (raw: string[]): [string, string][] =>
  raw.flatMap((name, at): [string, string][] => (at % 2 === 0 ? [[name, raw[at + 1] ?? '']] : []))

const lowered = (headers: [string, string][]) =>
  headers.map(([name, value]): [string, string] => [name.toLowerCase(), value])

function write(outgoing: ServerResponse, status: number, headers: [string, string][], important = new Headers()): void {
  outgoing.statusCode = status
  for (const [name, value] of headers) if (!ofConnection.has(name.toLowerCase())) outgoing.appendHeader(name, value)
  for (const [name, value] of important) outgoing.setHeader(name, value)
}

/** Sends an error response that comes from the platform, not from a function. */
function refuse(outgoing: ServerResponse, status: number, code: string): void {
  outgoing.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'x-vercel-error': code })
  outgoing.end(`${code}\n`)
}

/** Returns the whole body of a request; undefined if the body is larger than the platform passes on. */
async function bodyOf(incoming: IncomingMessage): Promise<Buffer | undefined> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of incoming) {
    size += part.length
    if (size <= maxBody) parts.push(part)
  }
  return size > maxBody ? undefined : Buffer.concat(parts)
}
