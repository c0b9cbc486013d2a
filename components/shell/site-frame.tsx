import type { ReactNode } from 'react'
import { env } from '@/lib/env'
import { ClientMessages } from '@/lib/next/messages'
import { MainFocus } from './main-focus'
import { SiteFooter } from './site-footer'
import { SiteHeader } from './site-header'

/** The frame of every public page: header, footer, and the messages of interactive parts. */
export function SiteFrame({ children }: { children: ReactNode }) {
  return (
    <ClientMessages of={['shell', 'failure', 'product', 'search', 'copy', 'time']}>
      <SiteHeader isSandbox={env().SANDBOX} />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <MainFocus />
      <SiteFooter />
    </ClientMessages>
  )
}
