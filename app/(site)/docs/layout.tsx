import { NextIntlClientProvider } from 'next-intl'
import { getMessages } from 'next-intl/server'
import type { ReactNode } from 'react'
import { ReferenceFrame } from '@/components/docs/reference-frame'
import { readSections } from './reference'

/** The browser gets only the messages of interactive parts. */
export default async function DocsLayout({ children }: { children: ReactNode }) {
  const [{ docs }, sections] = await Promise.all([getMessages(), readSections()])
  const { navigation, tools, field, limit } = docs
  return (
    <NextIntlClientProvider messages={{ docs: { navigation, tools, field, limit } }}>
      <ReferenceFrame sections={sections}>{children}</ReferenceFrame>
    </NextIntlClientProvider>
  )
}
