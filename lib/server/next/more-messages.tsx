'use client'

import { type Messages, NextIntlClientProvider, useLocale, useMessages } from 'next-intl'
import type { ReactNode } from 'react'

/** In addition to those from components above. */
export function MoreMessages({ messages, children }: { messages: Partial<Messages>; children: ReactNode }) {
  const inherited = useMessages()
  return (
    <NextIntlClientProvider locale={useLocale()} messages={{ ...inherited, ...messages }}>
      {children}
    </NextIntlClientProvider>
  )
}
