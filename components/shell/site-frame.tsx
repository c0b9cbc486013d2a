import type { ReactNode } from 'react'
import { env } from '@/lib/env'
import { ClientMessages } from '@/lib/next/messages'
import { SiteFooter } from './site-footer'
import { SiteHeader } from './site-header'

/** What stands around every public page: the shop's header and footer, and the words of what can be operated in it. */
export function SiteFrame({ children }: { children: ReactNode }) {
  return (
    <ClientMessages of={['shell', 'failure', 'product', 'search', 'copy']}>
      <SiteHeader isSandbox={env().SANDBOX} />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <SiteFooter />
    </ClientMessages>
  )
}
