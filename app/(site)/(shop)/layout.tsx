import '@mantine/notifications/styles.layer.css'
import type { ReactNode } from 'react'
import { Developers } from '@/components/shop/developers'
import { Storefront } from '@/components/shop/frame/storefront'
import { env } from '@/lib/kit/env'
import { demonstrationAccount } from '@/lib/server/next/demonstration'
import { FurtherMessages } from '@/lib/server/next/messages'

export default function ShopLayout({ children }: { children: ReactNode }) {
  const { BASE_URL, SANDBOX, is_private } = env()
  return (
    <FurtherMessages of={['storefront', 'refusal', 'toast']}>
      <Storefront
        ways={{ hasPlatform: SANDBOX, hasDemonstration: SANDBOX && is_private }}
        origin={BASE_URL}
        aside={SANDBOX && <Developers origin={BASE_URL} account={demonstrationAccount()} />}
      >
        {children}
      </Storefront>
    </FurtherMessages>
  )
}
