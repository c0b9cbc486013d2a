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
 * Provides the named message namespaces to the client components below. Namespaces from components above are no longer
 * available. Name only needed namespaces, because all named namespaces are part of the page's payload.
 */
export async function ClientMessages({ of, children }: ClientMessagesProps) {
  return <NextIntlClientProvider messages={await pick(of)}>{children}</NextIntlClientProvider>
}

/**
 * Provides the named message namespaces to the client components below, in addition to the namespaces from components
 * above.
 */
export async function FurtherMessages({ of, children }: ClientMessagesProps) {
  return <MoreMessages messages={await pick(of)}>{children}</MoreMessages>
}
