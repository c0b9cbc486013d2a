import type { Messages } from 'next-intl'
import { NextIntlClientProvider } from 'next-intl'
import { getMessages } from 'next-intl/server'
import type { ReactNode } from 'react'
import { MoreMessages } from './more-messages'

export type Namespace = keyof Messages

interface ClientMessagesProps {
  of: readonly Namespace[]
  children: ReactNode
}

const pick = async (names: readonly Namespace[]) => {
  const messages = await getMessages()
  return Object.fromEntries(names.map((name) => [name, messages[name]]))
}

/**
 * Hands the named namespaces, and no others, to the client components below: what is handed on is part of every page.
 * Replaces what was handed on further up.
 */
export async function ClientMessages({ of, children }: ClientMessagesProps) {
  return <NextIntlClientProvider messages={await pick(of)}>{children}</NextIntlClientProvider>
}

/** The same, besides what was handed on further up. */
export async function FurtherMessages({ of, children }: ClientMessagesProps) {
  return <MoreMessages messages={await pick(of)}>{children}</MoreMessages>
}
