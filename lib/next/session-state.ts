import { headers } from 'next/headers'
import { tokenOfCookie } from '@/lib/api/cookie'
import { Problem } from '@/lib/api/problem'
import { getToken } from '@/lib/token/endpoints'
import { ask } from './call'

/** For the pages where one signs in: whether that is done, or what is still to do. */
export async function sessionState(): Promise<'signed_out' | 'secret_expired' | 'signed_in'> {
  // Nobody is asked about a session that nobody claims to have.
  if (!(await tokenOfCookie(await headers()))) return 'signed_out'
  try {
    await ask(getToken)
    return 'signed_in'
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    if (error.code === 'unauthenticated') return 'signed_out'
    if (error.code === 'secret_expired') return 'secret_expired'
    throw error
  }
}
