import { headers } from 'next/headers'
import { Problem } from '@/lib/kit/api/endpoint/problem'
import { tokenOfCookie } from '@/lib/kit/api/run/cookie'
import { getToken } from '@/lib/token/endpoints'
import { ask } from './call'

/** `ended`: a cookie of a session that has ended. `secret_expired`: the user must first choose a new password. */
export async function sessionState(): Promise<'signed_out' | 'ended' | 'secret_expired' | 'signed_in'> {
  // Without a cookie there is no session to look up.
  if (!(await tokenOfCookie(await headers()))) return 'signed_out'
  try {
    await ask(getToken)
    return 'signed_in'
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    if (error.code === 'unauthenticated') return 'ended'
    if (error.code === 'secret_expired') return 'secret_expired'
    throw error
  }
}
