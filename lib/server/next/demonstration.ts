import { env } from '@/lib/kit/env'

/**
 * The account of the demonstration customer; undefined without SANDBOX. Includes its password only if the shop is
 * reachable only from this machine.
 */
export function demonstrationAccount() {
  const { SANDBOX, SANDBOX_PASSWORD, is_private } = env()
  return SANDBOX ? { name: 'customer', password: is_private ? SANDBOX_PASSWORD : undefined } : undefined
}

/**
 * The staff accounts of the demonstration. undefined without SANDBOX. With the password only if no other machine can
 * reach the shop.
 */
export function demonstrationStaff() {
  const account = demonstrationAccount()
  return account && { names: ['admin', 'operator', 'auditor'], password: account.password }
}
