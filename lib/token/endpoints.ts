import { eq, sql } from 'drizzle-orm'
import { session } from '@/db/schema/user'
import { unauthenticated } from '@/lib/kit/api/endpoint/caller'
import { endpoint, everyone, signedIn, signedInWithAnySecret } from '@/lib/kit/api/endpoint/endpoint'
import { completeCodeLogin, verifyCode } from './code'
import { completeLogin, verifyCredentials } from './commands'
import { token, tokenInfo } from './example'
import { Credentials, Token, TokenInfo } from './schema'

export const createToken = endpoint({
  method: 'POST',
  path: '/v1/token',
  summary: 'Sign in',
  description:
    'Answers the token that all further requests carry as Authorization: Bearer <token>. Customers and staff sign in here alike. With type 200 the account is the code of wx.login, and the first sign-in creates the customer. An unknown account and a wrong secret get the same answer. too_many_requests: an account signs in by password at most 30 times in ten minutes; a customer by code at most 120 times a minute, and a limited number of codes per IP may be refused, because each is a request to the platform. Phones that share the IP of their carrier are not counted together. unavailable: too many passwords are being checked. The numbers are the shop’s settings; wait for Retry-After.',
  access: everyone,
  body: Credentials,
  output: Token,
  problems: ['invalid_credentials', 'account_locked', 'too_many_requests', 'provider_error'],
  example: { body: { type: 100, account: 'customer', secret: 'mini-shop-demo' }, output: token },
  async prepare({ body: { type, account, secret }, ...attempt }) {
    return type === 200
      ? { type, openid: await verifyCode(attempt, account) }
      : { type, login: await verifyCredentials(attempt, { type, account, secret }) }
  },
  handle: ({ db, prepared, ...attempt }) =>
    prepared.login
      ? completeLogin(db, prepared.login, prepared.type, attempt)
      : completeCodeLogin(db, prepared.openid, attempt),
})

export const getToken = endpoint({
  method: 'GET',
  path: '/v1/token',
  summary: 'The session of this token',
  description: 'When it was opened, by which kind of client, and when it ends if it is not used.',
  access: signedIn,
  cookie: true,
  output: TokenInfo,
  example: { output: tokenInfo },
  async handle({ db, caller }) {
    const [own] = await db.select().from(session).where(eq(session.id, caller.session_id))
    // The account was closed after the token was verified.
    if (!own) throw unauthenticated('The token is unknown, revoked or expired.')
    return own
  },
})

export const deleteToken = endpoint({
  method: 'DELETE',
  path: '/v1/token',
  summary: 'Sign out',
  description: 'Ends the session of this token; other sessions of the user stay open.',
  access: signedInWithAnySecret,
  cookie: true,
  async handle({ db, caller }) {
    await db.update(session).set({ revoked_at: sql`now()` }).where(eq(session.id, caller.session_id))
  },
})
