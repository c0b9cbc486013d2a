import type { ReactNode } from 'react'
import { MainFocus } from '@/components/ui/main-focus'
import { env } from '@/lib/kit/env'
import { readBrand } from '@/lib/server/next/brand'
import { ClientMessages } from '@/lib/server/next/messages'
import { SiteFooter } from './site-footer'
import { SiteHeader } from './site-header'

/** With SANDBOX=1, header and footer show the name mini-shop. */
export async function SiteFrame({ children }: { children: ReactNode }) {
  const shop = env().SANDBOX ? undefined : (await readBrand()).name
  return (
    <ClientMessages of={['shell', 'failure', 'product', 'search', 'copy', 'time']}>
      <SiteHeader shop={shop} />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <MainFocus />
      <SiteFooter shop={shop} />
    </ClientMessages>
  )
}
