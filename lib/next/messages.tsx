import { type Messages, NextIntlClientProvider } from 'next-intl'
import { getMessages } from 'next-intl/server'
import type { ReactNode } from 'react'

interface ClientMessagesProps {
  of: readonly (keyof Messages)[]
  children: ReactNode
}

/**
 * Hands the named namespaces, and no others, to the client components below: what is handed on is part of every page.
 * Replaces what was handed on further up.
 */
export async function ClientMessages({ of, children }: ClientMessagesProps) {
  const messages = await getMessages()
  const picked = Object.fromEntries(of.map((name) => [name, messages[name]]))
  return <NextIntlClientProvider messages={picked}>{children}</NextIntlClientProvider>
}
