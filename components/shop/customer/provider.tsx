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

export interface SignInWays {
  /** On a simulated platform, customers can sign in as any user. */
  hasPlatform: boolean
  hasDemonstration: boolean
}

interface Customer {
  ways: SignInWays
  /** undefined on the server, and until the browser's storage is read. */
  isSignedIn: boolean | undefined
  /** On the simulated platform. undefined: by password, or signed out. */
  openid: string | undefined
  /** undefined: signed out. Changes with each sign-in, so it can be the key for reading personal data again. */
  token: string | undefined
  /** Without a valid token, asks the customer to sign in first. */
  asCustomer: AsCustomer
  signIn: (login: Login) => void
  signOut: () => Promise<void>
}

const CustomerContext = createContext<Customer | undefined>(undefined)

/** Throws outside a `CustomerProvider`. */
export function useCustomer(): Customer {
  const customer = use(CustomerContext)
  if (!customer) throw new Error('useCustomer needs a CustomerProvider above it.')
  return customer
}

const never = () => () => undefined

interface CustomerProviderProps {
  ways: SignInWays
  /** BASE_URL. */
  origin: string
  children: ReactNode
}

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
        // Signed out in this browser, even if the server cannot be reached.
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
