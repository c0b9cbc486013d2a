'use client'

import { VisuallyHidden } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { createContext, type ReactNode, use, useEffect, useMemo, useRef, useState } from 'react'
import { useRead } from '@/components/ui/use-read'
import { send } from '@/lib/server/client'
import { type CartLine, pieces } from './cart-sums'
import { useCustomer } from './customer/provider'

interface CartValue {
  /** Undefined until it is read, and where nobody is signed in. */
  lines: CartLine[] | undefined
  isFailed: boolean
  reload: () => void
  /** Sends a change, whose answer is the whole cart, and shows that. */
  change: (request: (token: string) => Promise<CartLine[]>) => Promise<void>
}

const CartContext = createContext<CartValue>({
  ...{ lines: undefined, isFailed: false },
  ...{ reload: () => undefined, change: async () => undefined },
})

export const useCart = () => use(CartContext)

/** Reads the cart once for all screens, and announces how many pieces are in it when that changes. */
export function CartProvider({ children }: { children: ReactNode }) {
  const { token, asCustomer } = useCustomer()
  // With the token that it belongs to, so that nobody sees the cart of who was signed in before.
  const readFor = async (own: string) => ({ own, lines: await send('GET /v1/cart', { token: own }), isChanged: false })
  const { value, isFailed, reload, replace } = useRead(token ? () => asCustomer(readFor) : undefined, token)
  const lines = value && value.own === token ? value.lines : undefined
  const cart = useMemo<CartValue>(
    () => ({
      lines,
      isFailed: isFailed && token !== undefined,
      reload,
      change: async (request) => {
        replace(await asCustomer(async (own) => ({ own, lines: await request(own), isChanged: true })))
      },
    }),
    [lines, isFailed, token, reload, replace, asCustomer],
  )
  return (
    <CartContext value={cart}>
      {children}
      <Announcement count={lines && pieces(lines)} isChanged={value?.isChanged ?? false} />
    </CartContext>
  )
}

/** Says how many pieces are in the cart when that has changed; not what was in it before the first change. */
function Announcement({ count, isChanged }: { count: number | undefined; isChanged: boolean }) {
  const t = useTranslations('storefront')
  const last = useRef<number>(undefined)
  const [text, setText] = useState('')
  useEffect(() => {
    const isKnown = isChanged || last.current !== undefined
    if (count !== undefined && isKnown && count !== last.current) setText(t('inCart', { count }))
    last.current = count
  }, [count, isChanged, t])
  return (
    <VisuallyHidden role="status" aria-atomic="true">
      {text}
    </VisuallyHidden>
  )
}
