import { createHmac, randomBytes } from 'node:crypto'
import { and, eq, gt, isNull } from 'drizzle-orm'
import { z } from 'zod'
import type { SandboxCodeKind } from '@/db/enums'
import { sandbox_code } from '@/db/schema/sandbox'
import { connection } from '@/lib/kit/database'
import type { SandboxAccount } from './account'
import { hex } from './numbers'

/** In milliseconds. */
const codeLife = 5 * 60_000

/** From 1, the number of the sign-in button. */
export const openidOf = (number: number) => `oSandboxCustomer${String(number).padStart(12, '0')}`
export const demonstrationOpenid = openidOf(1)
export const isOfDemonstration = (openid: string) => openid.startsWith('oSandboxCustomer')

export async function issueLoginCode(openid: string, now: Date): Promise<{ code: string; expires_at: Date }> {
  return issue({ kind: 'login', openid, phone: null, code: `0${hex(31)}` }, now)
}

export async function issuePhoneCode(openid: string, phone: string, now: Date) {
  return issue({ kind: 'phone', openid, phone, code: hex(64) }, now)
}

async function issue(values: Pick<typeof sandbox_code.$inferInsert, 'kind' | 'openid' | 'phone' | 'code'>, now: Date) {
  const { db } = await connection()
  const expires_at = new Date(now.getTime() + codeLife)
  await db.insert(sandbox_code).values({ ...values, expires_at })
  return { code: values.code, expires_at }
}

/** Marks the code as used. Returns its row, or the errcode of a refusal. */
async function redeem(kind: SandboxCodeKind, code: string, now: Date) {
  const { db } = await connection()
  const [used] = await db
    .update(sandbox_code)
    .set({ used_at: now })
    .where(
      and(
        eq(sandbox_code.code, code),
        eq(sandbox_code.kind, kind),
        isNull(sandbox_code.used_at),
        gt(sandbox_code.expires_at, now),
      ),
    )
    .returning()
  if (used) return used
  const [known] = await db
    .select({ used_at: sandbox_code.used_at })
    .from(sandbox_code)
    .where(and(eq(sandbox_code.code, code), eq(sandbox_code.kind, kind)))
  return known?.used_at ? 40163 : 40029
}

/** Sources: the provider's pages on code2Session, getStableAccessToken and getPhoneNumber, and recorded responses. */
const errors: Record<number, string> = {
  [-1]: 'system error',
  40001: 'invalid credential, access_token is invalid or not latest',
  40002: 'invalid grant_type',
  40013: 'invalid appid',
  40029: 'invalid code',
  40125: 'invalid appsecret',
  40163: 'code been used',
  40226: 'code blocked',
  41002: 'appid missing',
  41004: 'appsecret missing',
  41008: 'missing code',
  42001: 'access_token expired',
  43001: 'require GET method',
  43002: 'require POST method',
  44002: 'empty post data',
  45011: 'api minute-quota reach limit',
  47001: 'data format error',
  48001: 'api unauthorized',
  61007: 'api is unauthorized to component',
  9300529: '账号已绑定过',
  9300530: '解绑的biz_id不存在',
  9300531: '账号或密码错误',
  10060001: '支付单不存在',
  10060002: '支付单已完成发货，无法继续发货',
  10060003: '支付单已使用重新发货机会',
  10060004: '支付单处于不可发货的状态',
  10060005: '物流类型有误',
  10060012: '系统错误',
  10060019: '系统错误',
  10060023: '发货信息未更新',
  10060031: '支付单不属于该用户',
}

/** Status 200, and JSON with a content type of text. */
export const loginError = (errcode: number) =>
  answer({ errcode, errmsg: `${errors[errcode] ?? 'error'}, rid: ${hex(8)}-${hex(8)}-${hex(8)}` })

/** `result`: the members, or the errcode of a refusal. */
export const apiAnswer = (result: object | number): Response =>
  typeof result === 'number' ? loginError(result) : answer({ errcode: 0, errmsg: 'ok', ...result })

const answer = (body: object) => new Response(JSON.stringify(body), { headers: { 'content-type': 'text/plain' } })

function wrongApp(given: { appid?: string | null; secret?: string | null }, account: SandboxAccount) {
  if (!given.appid) return 41002
  if (!given.secret) return 41004
  if (given.appid !== account.appid) return 40013
  return given.secret === account.secret ? undefined : 40125
}

/** `GET /sns/jscode2session`. */
export async function codeToSession(query: URLSearchParams, account: SandboxAccount, now: Date): Promise<Response> {
  const wrong = wrongApp({ appid: query.get('appid'), secret: query.get('secret') }, account)
  if (wrong) return loginError(wrong)
  if (query.get('grant_type') !== 'authorization_code') return loginError(40002)
  const code = query.get('js_code')
  if (!code) return loginError(41008)
  const used = await redeem('login', code, now)
  if (typeof used === 'number') return loginError(used)
  return answer({ session_key: randomBytes(16).toString('base64'), openid: used.openid })
}

const tokenLife = 7_200
/** Seconds for which the previous access token is still accepted. */
const overlap = 300

const period = (now: Date) => Math.floor(now.getTime() / 1000 / tokenLife)

const tokenOf = (account: SandboxAccount, number: number) =>
  `${number}_${createHmac('sha512', account.secret).update(`access_token ${number}`).digest('base64url')}`

const StableToken = z.looseObject({
  grant_type: z.string(),
  appid: z.string().optional(),
  secret: z.string().optional(),
  force_refresh: z.boolean().optional(),
})

/** `POST /cgi-bin/stable_token`. Derived from the secret and the period of two hours. Ignores `force_refresh`. */
export function stableToken(body: unknown, account: SandboxAccount, now: Date): Response {
  const given = StableToken.safeParse(body)
  if (!given.success) return loginError(47001)
  if (given.data.grant_type !== 'client_credential') return loginError(40002)
  const wrong = wrongApp(given.data, account)
  if (wrong) return loginError(wrong)
  const expires_in = (period(now) + 1) * tokenLife - Math.floor(now.getTime() / 1000)
  return answer({ access_token: tokenOf(account, period(now)), expires_in })
}

export function wrongToken(token: string | null, account: SandboxAccount, now: Date): number | undefined {
  const current = period(now)
  if (token === tokenOf(account, current)) return undefined
  if (token !== tokenOf(account, current - 1)) return 40001
  return (now.getTime() / 1000) % tokenLife < overlap ? undefined : 42001
}

const PhoneRequest = z.looseObject({ code: z.string().min(1), openid: z.string().optional() })

/** `POST /wxa/business/getuserphonenumber?access_token=`. */
export async function phoneNumber(body: unknown, account: SandboxAccount, now: Date): Promise<Response> {
  const given = PhoneRequest.safeParse(body)
  if (!given.success) return loginError(47001)
  const used = await redeem('phone', given.data.code, now)
  if (typeof used === 'number') return loginError(used)
  if (given.data.openid !== undefined && given.data.openid !== used.openid) return loginError(40029)
  return answer({
    errcode: 0,
    errmsg: 'ok',
    phone_info: {
      phoneNumber: used.phone,
      purePhoneNumber: used.phone,
      countryCode: '86',
      watermark: { timestamp: Math.floor(now.getTime() / 1000), appid: account.appid },
    },
  })
}
