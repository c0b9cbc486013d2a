import { z } from 'zod'
import { once } from '@/db/once'
import { problem } from '@/lib/api/problem'
import type { MiniProgram } from './credentials'
import { outside, ProviderFailure, persistently } from './transport'

const Answer = z.looseObject({ errcode: z.int().default(0) })

/** Business errors come with status 200 and an `errcode`; the type of the answer is not to be relied on. */
async function ask(what: string, url: URL, content?: object): Promise<z.output<typeof Answer>> {
  const request = () => ({
    url: url.toString(),
    init:
      content === undefined
        ? {}
        : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(content) },
  })
  return persistently(what, request, (response, text) => {
    if (!response.ok) throw new ProviderFailure(`The platform answered ${response.status}.`)
    const parsed = Answer.safeParse(parseJson(text))
    if (!parsed.success) throw new ProviderFailure('The platform answered something unexpected.')
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

/** Invalid, expired or used: the client must ask the platform for a new code. */
const codeRefused = [40029, 40163]

function refused(errcode: number): never {
  if (codeRefused.includes(errcode))
    throw problem('invalid_credentials', { detail: 'The platform refused the code: ask for a new one.' })
  if (errcode === 45011)
    throw problem('too_many_requests', {
      detail: 'The platform answers this user too often.',
      headers: { 'retry-after': '60' },
    })
  if (errcode === 40226) throw problem('forbidden', { detail: 'The platform blocks this user.' })
  throw new ProviderFailure(`The platform answered errcode ${errcode}: check WECHAT_APPID and WECHAT_SECRET.`)
}

const Session = z.object({ openid: z.string().min(1).max(128) })

/** code2Session. The session key is dropped: nothing here decrypts with it. */
export async function codeToOpenid({ base, appid, secret }: MiniProgram, code: string): Promise<string> {
  const url = new URL(`${base}/sns/jscode2session`)
  url.search = new URLSearchParams({ appid, secret, js_code: code, grant_type: 'authorization_code' }).toString()
  const answer = await ask('code2Session', url)
  if (answer.errcode !== 0) refused(answer.errcode)
  const session = Session.safeParse(answer)
  if (!session.success) throw new ProviderFailure('The platform answered no openid.')
  return session.data.openid
}

const AccessToken = z.object({ access_token: z.string(), expires_in: z.int() })

/** The stable access token, kept until five minutes before its end. */
async function accessToken({ base, appid, secret }: MiniProgram, afresh: boolean): Promise<string> {
  const held = once(`access-token.${base}.${appid}`, () => ({ token: '', until: 0 }))
  const now = outside().now().getTime()
  if (!afresh && held.token && now < held.until) return held.token
  const answer = await ask('stable_token', new URL(`${base}/cgi-bin/stable_token`), {
    grant_type: 'client_credential',
    appid,
    secret,
  })
  const parsed = AccessToken.safeParse(answer)
  if (!parsed.success) throw new ProviderFailure(`The platform answered no access token (errcode ${answer.errcode}).`)
  held.token = parsed.data.access_token
  held.until = now + (parsed.data.expires_in - 300) * 1_000
  return held.token
}

const Phone = z.object({
  phone_info: z.object({
    purePhoneNumber: z.string().regex(/^\d{5,15}$/),
    countryCode: z.coerce.string(),
    watermark: z.object({ appid: z.string() }),
  }),
})

/** The phone number behind a code of the phone button, in the form in which accounts are stored. */
export async function codeToMobile(program: MiniProgram, code: string): Promise<string> {
  const askFor = async (afresh: boolean) => {
    const url = new URL(`${program.base}/wxa/business/getuserphonenumber`)
    url.searchParams.set('access_token', await accessToken(program, afresh))
    return ask('getuserphonenumber', url, { code })
  }
  let answer = await askFor(false)
  // The token was ended by another instance.
  if ([40001, 42001].includes(answer.errcode)) answer = await askFor(true)
  if (answer.errcode !== 0) refused(answer.errcode)
  const parsed = Phone.safeParse(answer)
  if (!parsed.success || parsed.data.phone_info.watermark.appid !== program.appid) {
    throw new ProviderFailure('The platform answered no phone number of this mini-program.')
  }
  const { purePhoneNumber, countryCode } = parsed.data.phone_info
  return countryCode === '86' ? purePhoneNumber : `+${countryCode}${purePhoneNumber}`
}
