import { env } from '@/lib/kit/env'

/** undefined without SANDBOX. `password` is undefined if other machines can reach the shop. */
export function demonstrationAccount() {
  const { SANDBOX, SANDBOX_PASSWORD, is_private } = env()
  return SANDBOX ? { name: 'customer', password: is_private ? SANDBOX_PASSWORD : undefined } : undefined
}

/** undefined without SANDBOX. `password` is undefined if other machines can reach the shop. */
export function demonstrationStaff() {
  const account = demonstrationAccount()
  return account && { names: ['admin', 'operator', 'auditor'], password: account.password }
}
