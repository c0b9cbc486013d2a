import { z } from 'zod'
import { changes, day, fileUrl, fileUrlInput, id, moment, secret, text } from '@/lib/api/fields'
import { accountTypes } from './account'

export const User = z
  .object({
    id,
    kind: z.enum(['customer', 'staff']),
    nickname: z.string(),
    avatar_url: fileUrl.nullable(),
    gender: z.enum(['unknown', 'male', 'female']),
    birthday: z.string().nullable().meta({ format: 'date' }),
    username: z.string().nullable().meta({ description: 'The name for logging in' }),
    email: z.string().nullable(),
    email_verified: z.boolean(),
    mobile: z.string().nullable(),
    mobile_verified: z.boolean(),
    has_password: z.boolean().meta({ description: 'false for who only ever came by mini-program login' }),
    created_at: moment,
    is_root: z.boolean().optional().meta({ description: 'Staff only' }),
    groups: z
      .array(z.object({ id, name: z.string() }))
      .optional()
      .meta({ description: 'Staff only' }),
    permission_codes: z.array(z.string()).optional().meta({ description: 'Staff only' }),
  })
  .meta({ id: 'User' })

const accountType = z.literal(accountTypes).meta({ description: '100 user name, 101 e-mail, 102 phone' })

export const Registration = z.strictObject({
  type: accountType,
  account: text(1, 256).meta({ description: 'User name, e-mail or phone, as type says' }),
  secret,
  nickname: text(1, 64).optional(),
})

const isPast = (value: string) => value >= '1900-01-01' && value <= new Date().toISOString().slice(0, 10)

export const UserChanges = changes({
  nickname: text(1, 64),
  avatar_url: fileUrlInput.nullable(),
  gender: z.enum(['unknown', 'male', 'female']),
  birthday: day
    .refine(isPast, { error: 'This must be a day from 1900 to today.', params: { code: 'out_of_range' } })
    .nullable(),
})

export const SecretChange = z.strictObject({
  old_secret: z
    .string()
    .min(1)
    .max(128)
    .optional()
    .meta({ description: 'Needed where the user has a password', format: 'password' }),
  new_secret: secret,
})

export const Session = z
  .object({
    id,
    client_type: z.enum(['mini_program', 'browser', 'other']),
    ip: z.string(),
    user_agent: z.string(),
    created_at: moment,
    last_seen_at: moment.meta({ description: 'To five minutes' }),
    expires_at: moment.meta({ description: 'Moves on while the session is used' }),
    current: z.boolean().meta({ description: 'The session of this very request' }),
  })
  .meta({ id: 'Session' })

export const MobileClaim = z.strictObject({
  code: text(1, 256).meta({ description: 'Of the platform’s phone button; not the code of wx.login' }),
})
