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

/** Replaces the namespaces from above. Name only needed ones, because all are part of the page's payload. */
export async function ClientMessages({ of, children }: ClientMessagesProps) {
  return <NextIntlClientProvider messages={await pick(of)}>{children}</NextIntlClientProvider>
}

/** In addition to those from components above. */
export async function FurtherMessages({ of, children }: ClientMessagesProps) {
  return <MoreMessages messages={await pick(of)}>{children}</MoreMessages>
}
