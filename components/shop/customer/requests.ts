import { Dismissed } from '@/components/ui/dismissed'
import { SendError } from '@/lib/server/client'
import type { Login } from './store'

/** The customer closes the sign-in dialog. */
export class NotSignedIn extends Dismissed {
  override name = 'NotSignedIn'
}

interface LoginStore {
  read: () => Login | undefined
  write: (login: Login | undefined) => void
}

/** `ended`: its token is no longer valid; undefined: none. Rejects with {@link NotSignedIn}. */
type SignIn = (ended: Login | undefined) => Promise<Login>

export type AsCustomer = <Answer>(request: (token: string) => Promise<Answer>) => Promise<Answer>

/** Concurrent requests share one sign-in. Rejects with {@link NotSignedIn} after a sign-out in this tab or another. */
export function customerRequests({ read, write }: LoginStore, signIn: SignIn): AsCustomer {
  let login: Promise<Login> | undefined
  const logIn = (ended?: Login) => {
    login ??= signIn(ended)
      .then((next) => {
        write(next)
        return next
      })
      .finally(() => {
        login = undefined
      })
    return login
  }
  return async (request) => {
    const used = read() ?? (await logIn())
    try {
      return await request(used.token)
    } catch (error) {
      // `invalid_credentials` is a 401 too, but a new token would not help.
      if (!(error instanceof SendError) || error.code !== 'unauthenticated') throw error
      // Another request may have signed in meanwhile.
      const now = read()
      if (!now) throw new NotSignedIn()
      const next = now.token !== used.token ? now : await logIn(used)
      return request(next.token)
    }
  }
}
