import { anybody, endpoint } from '@/lib/api/endpoint'
import { completeLogin, verifyCredentials } from './commands'
import { StaffCredentials, Token } from './schema'

/**
 * The login of the back office: that of POST /v1/token with all its limits and records, for staff alone. To this door
 * a customer is an unknown account, even with the right password: nothing tells him apart, and no session is opened.
 * It is no address of the interface; next-auth asks it.
 */
export const createStaffToken = endpoint({
  method: 'POST',
  path: '/api/auth/callback/credentials',
  summary: 'Sign in to the back office',
  access: anybody,
  body: StaffCredentials,
  output: Token,
  prepare: ({ body, ...attempt }) => verifyCredentials(attempt, { ...body, kind: 'staff' }),
  handle: ({ db, body, prepared, ...attempt }) => completeLogin(db, prepared, body.type, attempt),
})
