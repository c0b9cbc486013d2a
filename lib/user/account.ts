import { z } from 'zod'
import type { AccountType } from '@/db/enums'
import { mask } from '@/lib/api/fields'

const email = z.email().max(254)

const rules: Record<
  AccountType,
  { normalize(account: string): string; fits(account: string): boolean; reason: string }
> = {
  100: {
    normalize: (account) => account.toLowerCase(),
    fits: (account) => /^[a-z][a-z0-9_.-]{2,31}$/.test(account),
    reason: 'A user name begins with a letter and has 3 to 32 letters, digits, dots, dashes or underscores.',
  },
  101: {
    normalize: (account) => account.toLowerCase(),
    fits: (account) => email.safeParse(account).success,
    reason: 'This is not a valid e-mail address.',
  },
  102: {
    normalize: (account) => account.replace(/^\+86(?=\d)/, ''),
    fits: (account) => /^\+?\d{6,15}$/.test(account),
    reason: 'A phone number has 6 to 15 digits, with a leading + for other countries.',
  },
}

/** The type of an account typed into a single field: with an @ an e-mail, digits alone a phone number, else a user name. */
export function typeOfAccount(input: string): AccountType {
  if (input.includes('@')) return 101
  return /^\s*\+?\d+\s*$/.test(input) ? 102 : 100
}

/**
 * The form in which an account is stored and compared, or the reason why it is invalid. The three forms never overlap,
 * so that a user name can never equal another user's phone number.
 */
export function normalizeAccount(type: AccountType, input: string): { account: string } | { reason: string } {
  const rule = rules[type]
  const account = rule.normalize(input.trim())
  return rule.fits(account) ? { account } : { reason: rule.reason }
}

/** An account by its first two characters, where nobody needs to know it in full. */
export const masked = (account: string) => `${account.slice(0, 2)}${mask}`
