import { Dismissed } from '@/components/ui/dismissed'
import { SendError } from '@/lib/server/client'
import type { Login } from './store'

/** Thrown if the customer closes the sign-in dialog. */
export class NotSignedIn extends Dismissed {
  override name = 'NotSignedIn'
}

interface LoginStore {
  read: () => Login | undefined
  write: (login: Login | undefined) => void
}

/**
 * Signs in the customer. `ended`: the login whose token is no longer valid; undefined: there was no login. Rejects with
 * {@link NotSignedIn} if the customer does not sign in.
 */
type SignIn = (ended: Login | undefined) => Promise<Login>

/** Runs a request with the customer's token. Rejects with {@link NotSignedIn} if the customer does not sign in. */
export type AsCustomer = <Answer>(request: (token: string) => Promise<Answer>) => Promise<Answer>

/**
 * Returns a function that runs requests with the customer's token. The function asks the customer to sign in if there
 * is no token, or if the server has refused an expired token. Concurrent requests share one sign-in. Rejects with
 * {@link NotSignedIn} if the server refuses the token and the customer has signed out meanwhile, in this tab or
 * another.
 */
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
