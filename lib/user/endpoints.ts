import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { session, user } from '@/db/schema/user'
import { ownAvatar, releasePicture } from '@/lib/file/pictures'
import { customer, endpoint, everyone, signedIn, signedInWithAnySecret } from '@/lib/kit/api/endpoint/endpoint'
import { idParams } from '@/lib/kit/api/endpoint/fields'
import { invalid, problem } from '@/lib/kit/api/endpoint/problem'
import { getRow, noSuch, updateRow } from '@/lib/kit/api/rows/rows'
import { allowUsualTime } from '@/lib/order/place/place-limits'
import * as orders from '@/lib/order/queries'
import { miniProgram } from '@/lib/platform/wechat/credentials'
import { codeToMobile } from '@/lib/platform/wechat/mini-program'
import { exchangeCode } from '@/lib/token/code'
import { openSession } from '@/lib/token/commands'
import { token } from '@/lib/token/example'
import { rememberNetwork } from '@/lib/token/known-device'
import { Token } from '@/lib/token/schema'
import { hashSecret } from '@/lib/token/secret'
import { requireStrong } from '@/lib/token/strength'
import * as closing from './closing'
import { acceptableAccount, changeSecret, createCustomer } from './commands'
import * as example from './example'
import * as identity from './identity'
import * as proof from './proof'
import { readUser } from './queries'
import {
  JoinedUser,
  MiniProgramClaim,
  MobileClaim,
  Proof,
  Registration,
  SecretChange,
  Session,
  User,
  UserChanges,
  UserQuery,
  UserWithCounts,
} from './schema'
import { requireStrongFor } from './strength'

export const getUser = endpoint({
  method: 'GET',
  path: '/v1/user',
  summary: 'Get my user',
  description:
    'The account that the token belongs to; of staff also their groups and permissions. With counts=true, a client has its profile screen in one request.',
  access: signedInWithAnySecret,
  cookie: true,
  query: UserQuery,
  output: UserWithCounts,
  example: { output: example.user },
  async handle({ db, caller, query }) {
    const [own, order_counts] = await Promise.all([
      readUser(db, caller.user_id),
      query.counts && caller.kind === 'customer' ? orders.countOwn(db, caller.user_id) : undefined,
    ])
    return { ...own, order_counts }
  },
})

export const registerUser = endpoint({
  method: 'POST',
  path: '/v1/user',
  summary: 'Register a customer',
  description: 'Creates the account and signs in. The response is that of POST /v1/token.',
  access: everyone,
  limit_per_ip: { name: 'registration', parameter: 'limit.registrations_per_hour', seconds: 3_600 },
  body: Registration,
  output: Token,
  status: 201,
  location: () => '/v1/user',
  problems: ['already_exists', 'too_many_requests', 'forbidden'],
  example: {
    body: { type: 100, account: 'xiaoman', secret: '听雨的时候想喝茶', nickname: '小满' },
    output: { ...token, user: { ...example.user, username: 'xiaoman', nickname: '小满' } },
  },
  async prepare({ body, settings }) {
    if (!settings['user.registration']) throw problem('forbidden', { detail: 'Registration is switched off.' })
    const account = acceptableAccount(body.type, body.account)
    const names = [account, body.nickname]
    await requireStrong({ field: 'secret', secret: body.secret, kind: 'customer', names })
    return { account, secret_hash: await hashSecret(body.secret) }
  },
  async handle({ db, body, prepared, settings, client, recorder }) {
    const { account, secret_hash } = prepared
    const user_id = await createCustomer(db, { type: body.type, account, secret_hash, nickname: body.nickname })
    recorder.login({ account, type: body.type, user_id, success: true, ip: client.ip, user_agent: client.user_agent })
    await rememberNetwork(db, user_id, client.ip)
    return openSession(db, { user_id, kind: 'customer' }, settings, client)
  },
})

export const updateUser = endpoint({
  method: 'PUT',
  path: '/v1/user',
  summary: 'Change my profile',
  description:
    'Changes the fields given and answers the whole account. The avatar of a customer is a picture that they sent to POST /v1/file, by its id.',
  access: signedIn,
  cookie: true,
  body: UserChanges,
  output: User,
  example: { body: { nickname: '晚晚不加糖', gender: 'female', birthday: '1996-03-08' }, output: example.user },
  async handle({ db, body: { avatar_id, ...values }, caller, recorder }) {
    const avatar_url = await ownAvatar(db, caller, { avatar_id, avatar_url: values.avatar_url })
    const before = await getRow(db, user, caller.user_id)
    await updateRow(db, user, caller.user_id, { ...values, avatar_url })
    if (avatar_url !== undefined && avatar_url !== before.avatar_url)
      recorder.afterCommit(await releasePicture(db, caller.user_id, before.avatar_url))
    return readUser(db, caller.user_id)
  },
})

export const changePassword = endpoint({
  method: 'PUT',
  path: '/v1/user/password',
  summary: 'Change my password',
  description:
    'Ends all your other sessions; the current one stays open. A first password needs a fresh code of wx.login.',
  access: signedInWithAnySecret,
  cookie: true,
  body: SecretChange,
  problems: ['account_locked', 'provider_error'],
  example: { body: { old_secret: 'the old secret', new_secret: 'the new secret' } },
  async prepare({ body: { old_secret, code, new_secret }, ...proving }) {
    const old_hash = await proof.ownHash(proving)
    if (old_hash === null) {
      if (code === undefined) throw invalid('body', 'code', 'required', 'Without a password, send a fresh login code.')
      await proof.verifyCode(proving, code)
    } else {
      if (old_secret === undefined) throw invalid('body', 'old_secret', 'required', 'This is required.')
      await proof.verifySecret(proving, { field: 'old_secret', secret: old_secret, stored: old_hash })
      if (old_secret === new_secret) throw invalid('body', 'new_secret', 'unchanged', 'This is already your password.')
    }
    const { db, caller } = proving
    await requireStrongFor(db, caller.user_id, { field: 'new_secret', secret: new_secret, kind: caller.kind })
    return { old_hash, new_hash: await hashSecret(new_secret) }
  },
  handle: ({ db, caller, prepared }) =>
    changeSecret(db, { ...prepared, user_id: caller.user_id, session_id: caller.session_id }),
})

export const joinMiniProgram = endpoint({
  method: 'PUT',
  path: '/v1/user/mini_program',
  summary: 'Join my mini-program user',
  description:
    'Takes a code of wx.login. The mini-program user of the code can then sign in to this account (type 200) and pay its orders, for which it gets the usual time. If they have an account of their own, the response is 409 already_exists; with merge: true, the orders, addresses and sign-ins of that account move here and it ends. Where both have a sign-in of the same type, yours stays, and dropped names the other. Two mini-program users are two people: an account that has one is never joined to another, and the response is 409 already_exists. Refused while either account has a payment under way, or an unpaid order with a promotion that one customer cannot have as often.',
  access: customer,
  cookie: true,
  body: MiniProgramClaim,
  output: JoinedUser,
  problems: ['already_exists', 'in_use', 'provider_error'],
  example: {
    body: { code: 'the-code-of-wx.login', merge: true },
    output: { ...example.user, dropped: [{ type: 102, identifier: '13***' }] },
  },
  prepare: ({ body, ...proving }) => proof.atCode(exchangeCode(proving, body.code)),
  async handle({ db, body: { merge }, caller: { user_id }, prepared, settings }) {
    const dropped = await identity.joinMiniProgram(db, { user_id, identifier: prepared, merge })
    await allowUsualTime(db, user_id, settings)
    return { ...(await readUser(db, user_id)), dropped }
  },
})

export const claimMobile = endpoint({
  method: 'POST',
  path: '/v1/user/mobile',
  summary: 'Set my phone number from the mini-program',
  description:
    'Takes the code of the platform’s phone button. The number is verified, replaces the previous one, and can be used to sign in (type 102). If another account signs in with it, the response is 409 already_exists; with merge: true, that account is merged into this one, as with PUT /v1/user/mini_program. Where both have a mini-program user, they are two people, one of whom has the former number of the other: then merge: true moves the number alone, and the other account keeps everything else.',
  access: customer,
  cookie: true,
  body: MobileClaim,
  output: JoinedUser,
  problems: ['already_exists', 'in_use', 'provider_error'],
  example: {
    body: { code: 'the-code-of-the-phone-button' },
    output: { ...example.user, mobile: '13800001024', mobile_verified: true, dropped: [] },
  },
  prepare: async ({ body }) => proof.atCode(codeToMobile(await miniProgram(), body.code)),
  async handle({ db, body: { merge }, caller: { user_id }, prepared, settings }) {
    const dropped = await identity.claimMobile(db, { user_id, identifier: prepared, merge })
    await allowUsualTime(db, user_id, settings)
    return { ...(await readUser(db, user_id)), dropped }
  },
})

const closingBy = <const M extends 'DELETE' | 'POST', const Path extends string>(
  method: M,
  path: Path,
  { summary, description }: { summary: string; description: string },
) =>
  endpoint({
    method,
    path,
    summary,
    description,
    access: customer,
    cookie: true,
    body: Proof,
    problems: ['in_use', 'account_locked', 'provider_error'],
    example: { body: { secret: 'mini-shop-demo' } },
    async prepare({ body: { secret, code }, ...proving }) {
      if (code !== undefined) await proof.verifyCode(proving, code)
      if (secret === undefined) return undefined
      const stored = await proof.ownHash(proving)
      await proof.verifySecret(proving, { field: 'secret', secret, stored })
      return stored
    },
    handle: ({ db, caller, prepared }) => closing.closeAccount(db, caller.user_id, prepared),
  })

export const closeAccount = closingBy('DELETE', '/v1/user', {
  summary: 'Close my account',
  description:
    'Ends all sessions and deletes your personal data. Orders are kept, and for 400 days a hash of your openid, with the number of times that you have used each promotion, so that what is for new customers or limited for each customer is not given again. Coupons that you have not used can be taken by others. Needs the password, or a fresh code of wx.login. Refused while an order is unpaid or not yet shipped, or a return request is open. Clients that cannot send a body with DELETE use POST /v1/user/close.',
})

export const closeAccountByPost = closingBy('POST', '/v1/user/close', {
  summary: 'Close my account by POST',
  description: 'The same as DELETE /v1/user, for clients that cannot send a body with DELETE.',
})

export const listSessions = endpoint({
  method: 'GET',
  path: '/v1/user/session',
  summary: 'List my open sessions',
  description: 'Everywhere that this account is signed in; current marks the session of this request.',
  access: signedIn,
  cookie: true,
  output: z.array(Session),
  example: { output: [example.session] },
  async handle({ db, caller }) {
    const rows = await db
      .select()
      .from(session)
      .where(and(eq(session.user_id, caller.user_id), isNull(session.revoked_at), gt(session.expires_at, sql`now()`)))
      .orderBy(desc(session.last_seen_at), desc(session.id))
      .limit(100)
    return rows.map((row) => ({ ...row, current: row.id === caller.session_id }))
  },
})

export const endSession = endpoint({
  method: 'DELETE',
  path: '/v1/user/session/{id}',
  summary: 'End one of my sessions',
  description: 'Its token is refused from then on.',
  access: signedIn,
  cookie: true,
  params: idParams,
  owned: 'session',
  example: { params: { id: '8' } },
  async handle({ db, caller, params }) {
    const ended = await db
      .update(session)
      .set({ revoked_at: sql`now()` })
      .where(and(eq(session.id, params.id), eq(session.user_id, caller.user_id), isNull(session.revoked_at)))
      .returning({ id: session.id })
    if (ended.length === 0) throw noSuch('session')
  },
})
