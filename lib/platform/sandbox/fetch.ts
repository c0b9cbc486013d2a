import { env } from '@/lib/kit/env'
import { signatureHeaders } from '@/lib/platform/wechat/signature'
import { sandboxAccount } from './account'
import { asProbe } from './callback'
import { loginError } from './login'
import { hex } from './numbers'
import { answerPlatform, type PlatformBase } from './platform'
import { Refusal } from './refusal'

/** The request is never processed. With `afterRequest`, only the response is altered or lost. */
const insteadOfRequest = {
  timeout: () => Promise.reject(timedOut()),
  connection_refused: () => Promise.reject(refusedConnection()),
  server_error: async () => new Refusal('system').response(),
  rate_limited: async () => new Refusal('too_frequent').response(),
  not_enough: async () => new Refusal('not_enough').response(),
  no_auth: async () => new Refusal('no_auth').response(),
  account_abnormal: async () => new Refusal('account_abnormal').response(),
  html: async () => new Response(page, { status: 502, headers: { 'content-type': 'text/html' } }),
  html_ok: async () => new Response(page, { headers: { 'content-type': 'text/html' } }),
  login_busy: async () => loginError(-1),
  login_too_frequent: async () => loginError(45011),
  login_blocked: async () => loginError(40226),
  access_token_invalid: async () => loginError(40001),
} satisfies Record<string, () => Promise<Response>>

const afterRequest = {
  answer_lost: () => Promise.reject(timedOut()),
  wrong_signature: (answer) => withSignature(answer, (signature) => signature.replace(/^./, swap)),
  probe: (answer) => withSignature(answer, asProbe),
  unsigned: async (answer) => {
    for (const name of [...answer.headers.keys()]) if (name.startsWith('wechatpay-')) answer.headers.delete(name)
    return answer
  },
  stale: (answer, now) => signAt(answer, new Date(now.getTime() - 600_000)),
  other_serial: async (answer) => {
    answer.headers.set('wechatpay-serial', 'PUB_KEY_ID_0100000000000000000000000000000000')
    return answer
  },
} satisfies Record<string, (answer: Response, now: Date) => Promise<Response>>

/** Errcodes of the mini-program's server API. */
type ErrcodeFault = `errcode_${number}`

export type ProviderFault = keyof typeof insteadOfRequest | keyof typeof afterRequest | ErrcodeFault

const page = '<!doctype html><title>502 Bad Gateway</title><h1>502 Bad Gateway</h1>'

/** As `fetch` rejects when its timeout signal fires. */
const timedOut = () => new DOMException('The operation was aborted due to timeout', 'TimeoutError')

const refusedConnection = () =>
  new TypeError('fetch failed', {
    cause: Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
  })

const swap = (character: string) => (character === 'A' ? 'B' : 'A')

async function withSignature(answer: Response, change: (signature: string) => string): Promise<Response> {
  const signature = answer.headers.get('wechatpay-signature')
  if (signature) answer.headers.set('wechatpay-signature', change(signature))
  return answer
}

/** With a valid signature and `moment` as its timestamp. */
async function signAt(answer: Response, moment: Date): Promise<Response> {
  const account = await sandboxAccount()
  const signed = signatureHeaders(await answer.clone().text(), {
    key: account.platform_private_key,
    serial: account.platform_public_key_id,
    timestamp: Math.floor(moment.getTime() / 1000),
    nonce: hex(32),
  })
  for (const [name, value] of Object.entries(signed)) answer.headers.set(name, value)
  return answer
}

const isErrcode = (fault: ProviderFault): fault is ErrcodeFault => fault.startsWith('errcode_')

const isInsteadOfRequest = (fault: ProviderFault): fault is keyof typeof insteadOfRequest =>
  Object.hasOwn(insteadOfRequest, fault)

interface Planned {
  fault: ProviderFault
  path: string
}

/** In the sequence of planning. */
export class ProviderFaults {
  #planned: Planned[] = []

  /** For the next request whose path contains `path`. */
  next(fault: ProviderFault, { path = '' }: { path?: string } = {}): void {
    this.#planned.push({ fault, path })
  }

  clear(): void {
    this.#planned = []
  }

  /** Faults that no request has met yet. */
  get pending(): number {
    return this.#planned.length
  }

  take(path: string): ProviderFault | undefined {
    const at = this.#planned.findIndex((one) => path.includes(one.path))
    return at < 0 ? undefined : this.#planned.splice(at, 1)[0]?.fault
  }
}

const bases: PlatformBase[] = ['api', 'pay']

/** Without a network and default headers. Other URLs reject like a refused connection. */
export function platformFetch(faults: ProviderFaults, clock = () => new Date()) {
  return async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init)
    request.signal.throwIfAborted()
    const { origin, pathname } = new URL(request.url)
    const base = bases.find((one) => pathname.startsWith(`/sandbox/${one}/`))
    if (origin !== env().BASE_URL || !base) throw refusedConnection()
    const path = pathname.slice(`/sandbox/${base}`.length)
    const fault = faults.take(path)
    if (fault && isErrcode(fault)) return loginError(Number(fault.slice('errcode_'.length)))
    if (fault && isInsteadOfRequest(fault)) return insteadOfRequest[fault]()
    const answer = await answerPlatform(request, base, path, clock())
    request.signal.throwIfAborted()
    return fault ? afterRequest[fault](answer, clock()) : answer
  }
}

export const faults = new ProviderFaults()

export const sandboxFetch = platformFetch(faults)
