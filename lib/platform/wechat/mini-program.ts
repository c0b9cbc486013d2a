import { z } from 'zod'
import { singleton } from '@/db/singleton'
import { phoneOf } from '@/lib/kit/api/endpoint/phone'
import { problem } from '@/lib/kit/api/endpoint/problem'
import type { MiniProgram } from './credentials'
import { ProviderFailure, runtime, withRetries } from './transport'

const Answer = z.looseObject({ errcode: z.int().default(0), errmsg: z.string().default('') })
export type Answer = z.output<typeof Answer>

/** Returns business errors: status 200 and an `errcode`. Ignores the content type. Throws {@link ProviderFailure}. */
async function call(what: string, url: URL, content?: object): Promise<Answer> {
  const request = () => ({
    url: url.toString(),
    init:
      content === undefined
        ? {}
        : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(content) },
  })
  return withRetries(what, request, (response, text) => {
    if (!response.ok) throw new ProviderFailure(`The platform answered ${response.status}.`)
    const parsed = Answer.safeParse(parseJson(text))
    if (!parsed.success) throw new ProviderFailure('The response of the platform has an unexpected form.')
    if (parsed.data.errcode === -1) throw new ProviderFailure('The platform is busy.')
    return parsed.data
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Invalid, expired or used. */
const codeRefused = [40029, 40163]

function throwRefusal(errcode: number): never {
  if (codeRefused.includes(errcode))
    throw problem('invalid_credentials', { detail: 'The platform refused the code: call wx.login again.' })
  if (errcode === 45011)
    throw problem('too_many_requests', {
      detail: 'The platform limits this user’s requests: try again in a minute.',
      headers: { 'retry-after': '60' },
    })
  if (errcode === 40226) throw problem('forbidden', { detail: 'The platform blocks this user.' })
  throw new ProviderFailure(`The platform answered errcode ${errcode}: check WECHAT_APPID and WECHAT_SECRET.`)
}

const Session = z.object({ openid: z.string().min(1).max(128) })

/** code2Session. Throws `invalid_credentials`, `too_many_requests`, `forbidden` or {@link ProviderFailure}. */
export async function codeToOpenid({ base, appid, secret }: MiniProgram, code: string): Promise<string> {
  const url = new URL(`${base}/sns/jscode2session`)
  url.search = new URLSearchParams({ appid, secret, js_code: code, grant_type: 'authorization_code' }).toString()
  const answer = await call('code2Session', url)
  if (answer.errcode !== 0) throwRefusal(answer.errcode)
  const session = Session.safeParse(answer)
  if (!session.success) throw new ProviderFailure('The response of the platform has no openid.')
  return session.data.openid
}

const AccessToken = z.object({ access_token: z.string(), expires_in: z.int() })

/** Cached until five minutes before it expires. Throws {@link ProviderFailure}. */
async function accessToken({ base, appid, secret }: MiniProgram, forceRefresh: boolean): Promise<string> {
  const cached = singleton(`access-token.${base}.${appid}`, () => ({ token: '', until: 0 }))
  const now = runtime().now().getTime()
  if (!forceRefresh && cached.token && now < cached.until) return cached.token
  const answer = await call('stable_token', new URL(`${base}/cgi-bin/stable_token`), {
    grant_type: 'client_credential',
    appid,
    secret,
  })
  const parsed = AccessToken.safeParse(answer)
  if (!parsed.success)
    throw new ProviderFailure(
      `The platform issued no access token (errcode ${answer.errcode}): check WECHAT_APPID and WECHAT_SECRET.`,
    )
  cached.token = parsed.data.access_token
  cached.until = now + (parsed.data.expires_in - 300) * 1_000
  return cached.token
}

/**
 * By POST, or without `content` by GET. If the platform refuses the token, sends once more with a new one. Returns
 * business errors, except "the platform is busy". Throws {@link ProviderFailure}.
 */
export async function callWithToken(program: MiniProgram, path: string, content?: object): Promise<Answer> {
  const send = async (forceRefresh: boolean) => {
    const url = new URL(program.base + path)
    url.searchParams.set('access_token', await accessToken(program, forceRefresh))
    return call(path, url, content)
  }
  const answer = await send(false)
  // Another process may have refreshed the token.
  return [40001, 42001].includes(answer.errcode) ? send(true) : answer
}

const Phone = z.object({
  phone_info: z.object({
    purePhoneNumber: z.string().regex(/^\d{5,15}$/),
    countryCode: z.coerce.string(),
    watermark: z.object({ appid: z.string() }),
  }),
})

/** In the form in which accounts store numbers. Throws the problems of {@link codeToOpenid}. */
export async function codeToMobile(program: MiniProgram, code: string): Promise<string> {
  const answer = await callWithToken(program, '/wxa/business/getuserphonenumber', { code })
  if (answer.errcode !== 0) throwRefusal(answer.errcode)
  const parsed = Phone.safeParse(answer)
  if (!parsed.success || parsed.data.phone_info.watermark.appid !== program.appid) {
    throw new ProviderFailure('The response of the platform has no phone number of this mini-program.')
  }
  const { purePhoneNumber, countryCode } = parsed.data.phone_info
  return phoneOf(`+${countryCode}${purePhoneNumber}`)
}
