import http from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { Webhook } from 'standardwebhooks'
import type { DeliveryFailure } from '@/db/enums'
import { type Address, addressesOf, isAllowedUrl } from './address'

/** Bytes of an answer that are read; beyond them the connection is closed. */
const maxAnswer = 65_536

/** Bytes of an answer that are kept. */
const keptAnswer = 1_024

export interface Message {
  /** The same for each try. */
  id: string
  body: string
}

export interface Outcome {
  failure: DeliveryFailure | null
  response_status: number | null
  response_body: string | null
  duration_ms: number
}

export const isAccepted = ({ response_status }: Pick<Outcome, 'response_status'>) =>
  response_status !== null && response_status >= 200 && response_status < 300

/** Connections that are kept open for further messages to the same server. */
export const openAgents = () => {
  const options = { keepAlive: true, maxSockets: 1 }
  return { http: new http.Agent(options), https: new https.Agent(options) }
}
type Agents = ReturnType<typeof openAgents>

/** By the specification of Standard Webhooks, with a signature for each secret. */
function headersOf({ id, body }: Message, secrets: readonly string[]): Record<string, string> {
  const now = new Date()
  return {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'user-agent': 'mini-shop',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, now, body)).join(' '),
  }
}

interface Options {
  agents: Agents
  /** Milliseconds for the whole exchange. */
  timeout: number
}

/** Sends once, to an address that was checked just before. Follows no redirect. Never throws. */
export async function sendMessage(
  to: string,
  message: Message,
  secrets: readonly string[],
  { agents, timeout }: Options,
): Promise<Outcome> {
  const started = performance.now()
  const outcome = (values: Partial<Outcome>): Outcome => ({
    failure: null,
    response_status: null,
    response_body: null,
    ...values,
    duration_ms: Math.round(performance.now() - started),
  })
  const signal = AbortSignal.timeout(timeout)
  const url = new URL(to)
  const addresses = isAllowedUrl(url) ? await addressesOf(url) : 'refused_address'
  if (typeof addresses === 'string') return outcome({ failure: addresses })
  try {
    return outcome(
      await exchange(url, addresses, message.body, { headers: headersOf(message, secrets), agents, signal }),
    )
  } catch {
    return outcome({ failure: signal.aborted ? 'timeout' : 'no_connection' })
  }
}

function exchange(
  url: URL,
  addresses: Address[],
  body: string,
  { agents, ...options }: { headers: Record<string, string>; agents: Agents; signal: AbortSignal },
): Promise<Partial<Outcome>> {
  // Node tries all, as the machine may have no IPv6.
  const lookup: LookupFunction = (_, { all }, callback) => {
    const [first] = addresses
    if (all || !first) callback(null, addresses)
    else callback(null, first.address, first.family)
  }
  const isSecure = url.protocol === 'https:'
  const agent = isSecure ? agents.https : agents.http
  return new Promise((resolve, reject) => {
    const request = (isSecure ? https : http).request(url, { ...options, method: 'POST', agent, lookup })
    // Some broken exchanges end without an error.
    options.signal.addEventListener('abort', reject)
    request.on('error', reject)
    request.on('upgrade', (_, socket) => {
      socket.destroy()
      reject(new Error('The receiver asked for another protocol.'))
    })
    request.on('response', (response) => {
      const kept: Buffer[] = []
      let read = 0
      const answered = () =>
        resolve({ response_status: response.statusCode ?? null, response_body: textOf(Buffer.concat(kept)) })
      response.on('data', (chunk: Buffer) => {
        if (read < keptAnswer) kept.push(chunk.subarray(0, keptAnswer - read))
        read += chunk.length
        if (read <= maxAnswer) return
        answered()
        response.destroy()
      })
      response.on('end', answered)
      response.on('error', reject)
    })
    request.end(body)
  })
}

/** Without what PostgreSQL cannot store. */
const textOf = (bytes: Buffer) => bytes.toString('utf8').replaceAll('\0', '\u{fffd}')
