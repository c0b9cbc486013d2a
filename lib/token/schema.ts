import { z } from 'zod'
import { accountTypes, clientTypes, identityTypes } from '@/db/enums'
import { accountLine, id, moment } from '@/lib/kit/api/endpoint/fields'
import { User } from '@/lib/user/schema'

export const Credentials = z.strictObject({
  account: accountLine(1, 256).meta({ description: 'The account; for type 200, the code of wx.login' }),
  secret: z
    .string()
    .max(128)
    .default('')
    .meta({ format: 'password', description: 'The password; omit it for type 200' }),
  type: z
    .literal(identityTypes)
    .meta({ description: '100 username, 101 email, 102 phone, 200 mini-program login code' }),
})

/** Not through the mini-program. Further fields are values of the browser's cookies. */
export const StaffCredentials = Credentials.extend({
  type: z.literal(accountTypes),
  known_device: z.string().optional(),
  /** Token of the session that the new one replaces. */
  replaced_token: z.string().optional(),
})

export const Token = z
  .object({
    token: z.string().meta({ description: 'Send it as Authorization: Bearer <token>' }),
    token_type: z.literal('Bearer'),
    expires_in: z.int().meta({ description: 'Seconds until the token expires if it is not used' }),
    expires_at: moment.meta({ description: 'Extended while the token is used' }),
    user: User,
  })
  .meta({ id: 'Token' })

export const TokenInfo = z
  .object({
    user_id: id,
    client_type: z.enum(clientTypes).meta({ description: 'The kind of client that signed in' }),
    created_at: moment,
    last_seen_at: moment,
    expires_at: moment.meta({ description: 'Extended while the token is used' }),
  })
  .meta({ id: 'TokenInfo' })
