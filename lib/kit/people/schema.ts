import { z } from 'zod'
import { fileUrl, id } from '@/lib/kit/api/endpoint/fields'

export const customer = z
  .object({
    id,
    nickname: z.string(),
    username: z.string().nullable(),
    mobile: z.string().nullable(),
    avatar_url: fileUrl.nullable(),
  })
  .meta({ description: 'Whose account placed it; without a nickname, show the user name or the phone number' })

export const staffName = z.object({ id, name: z.string() })
