'use client'

import { type Messages, NextIntlClientProvider, useLocale, useMessages } from 'next-intl'
import type { ReactNode } from 'react'

/** More namespaces for the components below, besides those handed on further up. */
export function MoreMessages({ messages, children }: { messages: Partial<Messages>; children: ReactNode }) {
  const above = useMessages()
  return (
    <NextIntlClientProvider locale={useLocale()} messages={{ ...above, ...messages }}>
      {children}
    </NextIntlClientProvider>
  )
}
