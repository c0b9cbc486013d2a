import type { ReactNode } from 'react'
import { MainFocus } from '@/components/ui/main-focus'
import { env } from '@/lib/kit/env'
import { ClientMessages } from '@/lib/server/next/messages'
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
