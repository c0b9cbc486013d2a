import { endpoint, everyone } from '@/lib/kit/api/endpoint/endpoint'
import { noInterface } from '@/lib/kit/api/endpoint/interface'
import { completeLogin, endSession, verifyCredentials } from './commands'
import { StaffCredentials, Token } from './schema'

/**
 * POST /v1/token for staff only, called by next-auth and not a route. A customer gets the response for an unknown
 * account, even with the right password, and no session is opened.
 */
export const createStaffToken = endpoint({
  method: 'POST',
  path: '/api/auth/callback/credentials',
  summary: 'Sign in to the admin',
  access: everyone,
  interface: noInterface,
  body: StaffCredentials,
  output: Token,
  prepare: ({ body, ...attempt }) => verifyCredentials(attempt, { ...body, kind: 'staff' }),
  async handle({ db, body, prepared, ...attempt }) {
    const opened = await completeLogin(db, prepared, body.type, attempt)
    if (body.replaced_token !== undefined) await endSession(db, body.replaced_token)
    return opened
  },
})
