'use client'

import { VisuallyHidden } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { createContext, type ReactNode, use, useEffect, useMemo, useRef, useState } from 'react'
import { useRead } from '@/components/ui/use-read'
import { send } from '@/lib/server/client'
import { type CartLine, pieces } from './cart-sums'
import { useCustomer } from './customer/provider'

interface CartValue {
  /** undefined: not read yet, or signed out. */
  lines: CartLine[] | undefined
  isFailed: boolean
  reload: () => void
  /** The response is the whole cart, which all screens then show. */
  change: (request: (token: string) => Promise<CartLine[]>) => Promise<void>
}

const CartContext = createContext<CartValue>({
  lines: undefined,
  isFailed: false,
  reload: () => undefined,
  change: async () => undefined,
})

export const useCart = () => use(CartContext)

export function CartProvider({ children }: { children: ReactNode }) {
  const { token, asCustomer } = useCustomer()
  // The token shows whose cart it is: the cart of a former customer is not shown.
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

/** Not when the cart is first read. */
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
