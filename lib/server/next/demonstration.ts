import { env } from '@/lib/kit/env'

/**
 * The account of the demonstration customer; undefined without SANDBOX. Its password is included only if the shop can be
 * reached from this machine alone.
 */
export function demonstrationAccount() {
  const { SANDBOX, SANDBOX_PASSWORD, is_private } = env()
  return SANDBOX ? { name: 'customer', password: is_private ? SANDBOX_PASSWORD : undefined } : undefined
}

/** The same for the staff of the demonstration. */
export function demonstrationStaff() {
  const account = demonstrationAccount()
  return account && { names: ['admin', 'operator', 'auditor'], password: account.password }
}
