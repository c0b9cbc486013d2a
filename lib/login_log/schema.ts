import { z } from 'zod'
import { loginFailures, personKinds } from '@/db/enums'
import { id, moment, momentInput, pathId, personalLine, queryBoolean } from '@/lib/kit/api/endpoint/fields'
import { cursorPageOf, cursorQuery, listFileQuery } from '@/lib/kit/api/endpoint/page'

export const Login = z
  .object({
    id,
    created_at: moment,
    account: z.string().meta({ description: 'Masked (ab***) if there is no such account' }),
    type: z.int().meta({ description: '100 user name, 101 email, 102 phone, 200 mini-program' }),
    user_id: id.nullable(),
    user_kind: z.enum(personKinds).nullable().meta({ description: 'null: there is no such user any more' }),
    nickname: z.string().nullable().meta({
      description: 'What they are called now; empty: they gave no name; null: there is no such user any more',
    }),
    success: z.boolean(),
    reason: z.enum(loginFailures).nullable(),
    ip: z.string(),
    user_agent: z.string(),
  })
  .meta({ id: 'Login' })

export const LoginPage = cursorPageOf(Login)

export const LoginQuery = z.object({
  ...cursorQuery,
  ...listFileQuery(LoginPage),
  account: personalLine(1, 254).toLowerCase().optional().meta({ description: 'The complete account, in lower case' }),
  user_id: pathId.optional(),
  success: queryBoolean.optional(),
  from: momentInput.optional(),
  to: momentInput.optional(),
})
