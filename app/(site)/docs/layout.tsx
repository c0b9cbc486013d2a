import { NextIntlClientProvider } from 'next-intl'
import { getMessages } from 'next-intl/server'
import type { ReactNode } from 'react'

/** Most texts of these pages are rendered on the server: only the messages of interactive parts are sent to the browser. */
export default async function DocsLayout({ children }: { children: ReactNode }) {
  const { docs } = await getMessages()
  const { navigation, tools } = docs
  return <NextIntlClientProvider messages={{ docs: { navigation, tools } }}>{children}</NextIntlClientProvider>
}
