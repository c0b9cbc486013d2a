import { z } from 'zod'
import type { AccountType } from '@/db/enums'
import { line, mobile } from '@/lib/kit/api/endpoint/fields'
import { type FormatName, inFormat } from '@/lib/kit/api/endpoint/formats'
import { mask } from '@/lib/kit/logged-text'

/**
 * Schemas of accounts as users type them. Each returns the form in which the account is stored and compared. The three
 * forms never overlap, so that a user name can never equal another user's phone number.
 */
export const username = inFormat(line(0, 254).toLowerCase(), 'username')
export const email = line(0, 254).toLowerCase().check(z.email('This is not a valid e-mail address.'))

const schemas: Record<AccountType, { schema: z.ZodType<string>; format: FormatName }> = {
  100: { schema: username, format: 'username' },
  101: { schema: email, format: 'email' },
  102: { schema: mobile, format: 'mobile' },
}

/** Returns the form in which an account is stored and compared, or the reason why the account is invalid. */
export function normalizeAccount(
  type: AccountType,
  input: string,
): { account: string } | { reason: string; format: FormatName } {
  const { schema, format } = schemas[type]
  const parsed = schema.safeParse(input)
  if (parsed.success) return { account: parsed.data }
  return { reason: parsed.error.issues[0]?.message ?? 'This is not valid.', format }
}

/** Returns the first two characters of an account followed by a mask, for display to other users. */
export const masked = (account: string) => `${account.slice(0, 2)}${mask}`
