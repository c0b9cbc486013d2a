import { NextIntlClientProvider } from 'next-intl'
import { getMessages } from 'next-intl/server'
import type { ReactNode } from 'react'

/** Most of what these pages say is rendered on the server: only the words of what can be operated go to the browser. */
export default async function DocsLayout({ children }: { children: ReactNode }) {
  const { docs } = await getMessages()
  const { navigation, tools } = docs
  return <NextIntlClientProvider messages={{ docs: { navigation, tools } }}>{children}</NextIntlClientProvider>
}
