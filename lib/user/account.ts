import { z } from 'zod'
import type { AccountType } from '@/db/enums'
import { line, mobile } from '@/lib/kit/api/endpoint/fields'
import { type FormatName, inFormat } from '@/lib/kit/api/endpoint/formats'
import { mask } from '@/lib/kit/logged-text'

/** Stored forms of typed accounts. They never overlap, so a user name never equals another user's phone number. */
export const username = inFormat(line(0, 254).toLowerCase(), 'username')
export const email = line(0, 254).toLowerCase().check(z.email('This is not a valid e-mail address.'))

const schemas: Record<AccountType, { schema: z.ZodType<string>; format: FormatName }> = {
  100: { schema: username, format: 'username' },
  101: { schema: email, format: 'email' },
  102: { schema: mobile, format: 'mobile' },
}

/** As stored and compared, or the reason why the account is invalid. */
export function normalizeAccount(
  type: AccountType,
  input: string,
): { account: string } | { reason: string; format: FormatName } {
  const { schema, format } = schemas[type]
  const parsed = schema.safeParse(input)
  if (parsed.success) return { account: parsed.data }
  return { reason: parsed.error.issues[0]?.message ?? 'This is not valid.', format }
}

/** For display to other users. */
export const masked = (account: string) => `${account.slice(0, 2)}${mask}`
