import { z } from 'zod'
import { id, moment, text } from '@/lib/api/fields'
import { accountTypes } from '@/lib/user/account'
import { User } from '@/lib/user/schema'

export const Credentials = z.strictObject({
  account: text(1, 256).meta({ description: 'For type 200 the code of wx.login' }),
  secret: z.string().max(128).default('').meta({ format: 'password', description: 'For type 200 empty or left out' }),
  type: z
    .literal([...accountTypes, 200])
    .meta({ description: '100 user name, 101 e-mail, 102 phone, 200 mini-program login code' }),
})

/** The mini-program's login is for customers: of staff only what is typed. */
export const StaffCredentials = Credentials.extend({ type: z.literal(accountTypes) })

export const Token = z
  .object({
    token: z.string().meta({ description: 'Send it as Authorization: Bearer <token>' }),
    token_type: z.literal('Bearer'),
    expires_in: z.int().meta({ description: 'Seconds until it ends if it is not used' }),
    expires_at: moment.meta({ description: 'Moves on while the token is used' }),
    user: User,
  })
  .meta({ id: 'Token' })

export const TokenInfo = z
  .object({
    user_id: id,
    client_type: z.enum(['mini_program', 'browser', 'other']).meta({ description: 'What the login came from' }),
    created_at: moment,
    last_seen_at: moment,
    expires_at: moment.meta({ description: 'Moves on while the token is used' }),
  })
  .meta({ id: 'TokenInfo' })
