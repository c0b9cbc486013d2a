'use client'

import { createContext, type ReactNode, use, useCallback, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { withOwnPaths } from '@/components/shop/own-paths'
import { useOnLeave } from '@/components/shop/use-on-leave'
import { onDemand } from '@/components/ui/on-demand'
import { send } from '@/lib/server/client'
import { type AsCustomer, customerRequests, NotSignedIn } from './requests'
import { signInOnPlatform } from './sign-in'
import { type Login, readLogin, subscribeToLogin, writeLogin } from './store'

// Loaded when the customer is asked to sign in.
const SignInSheet = onDemand(async () => (await import('./sign-in-sheet')).default, {
  onMissing: ({ onClose }) => onClose(),
})

/** The ways to sign in to this shop. */
export interface SignInWays {
  /** Whether the shop has a simulated platform, where customers can sign in as any user of the platform. */
  hasPlatform: boolean
  /** Whether the simulated platform has the customer of the demonstration. */
  hasDemonstration: boolean
}

interface Customer {
  ways: SignInWays
  /** Whether the customer is signed in. undefined on the server, and until the browser's storage is read. */
  isSignedIn: boolean | undefined
  /** The customer's openid on the simulated platform. undefined: signed in by password, or signed out. */
  openid: string | undefined
  /**
   * The token of the customer; undefined: signed out. The token changes with each sign-in, so it can be the key for
   * reading personal data again.
   */
  token: string | undefined
  /** Sends a request with the customer's token. If there is no valid token, asks the customer to sign in first. */
  asCustomer: AsCustomer
  signIn: (login: Login) => void
  signOut: () => Promise<void>
}

const CustomerContext = createContext<Customer | undefined>(undefined)

/**
 * Returns the login of this browser's customer, and functions that change the login. Throws outside a
 * `CustomerProvider`.
 */
export function useCustomer(): Customer {
  const customer = use(CustomerContext)
  if (!customer) throw new Error('useCustomer needs a CustomerProvider above it.')
  return customer
}

const never = () => () => undefined

interface CustomerProviderProps {
  ways: SignInWays
  /** The public origin of the server (BASE_URL). */
  origin: string
  children: ReactNode
}

/** Stores the login of the storefront, and opens the sign-in dialog when a request needs a customer. */
export function CustomerProvider({ ways, origin, children }: CustomerProviderProps) {
  const login = useSyncExternalStore(subscribeToLogin, readLogin, () => undefined)
  const isRead = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  const [isAsking, setAsking] = useState(false)
  const waiting = useRef<{ resolve: (login: Login) => void; reject: (reason: unknown) => void }>(undefined)

  const asCustomer = useMemo<AsCustomer>(() => {
    const ask = () =>
      new Promise<Login>((resolve, reject) => {
        waiting.current = { resolve, reject }
        setAsking(true)
      })
    // A user of the platform gets a new token without a dialog after the old one expired, as in a mini-program.
    const renew = async (ended: Login | undefined) => {
      const renewed = ended?.openid && (await signInOnPlatform(ended.openid).catch(() => undefined))
      if (!renewed) return ask()
      // Unless the customer has signed out meanwhile.
      if (!readLogin()) throw new NotSignedIn()
      return renewed
    }
    const run = customerRequests({ read: readLogin, write: writeLogin }, renew)
    return async (request) => withOwnPaths(await run(request), origin)
  }, [origin])

  const finish = useCallback((login?: Login) => {
    setAsking(false)
    if (login) waiting.current?.resolve(login)
    else waiting.current?.reject(new NotSignedIn())
    waiting.current = undefined
  }, [])

  useOnLeave(() => isAsking && finish())

  const customer = useMemo<Customer>(
    () => ({
      ways,
      isSignedIn: isRead ? login !== undefined : undefined,
      openid: login?.openid,
      token: login?.token,
      asCustomer,
      signIn: writeLogin,
      signOut: async () => {
        const token = readLogin()?.token
        writeLogin(undefined)
        // The customer is signed out in this browser, even if the server cannot be reached.
        if (token) await send('DELETE /v1/token', { token }).catch(() => undefined)
      },
    }),
    [ways, isRead, login, asCustomer],
  )
  return (
    <CustomerContext value={customer}>
      {children}
      {isAsking && <SignInSheet onSignedIn={finish} onClose={() => finish()} />}
    </CustomerContext>
  )
}
