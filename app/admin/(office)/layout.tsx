import '@mantine/notifications/styles.layer.css'
import { NuqsAdapter } from 'nuqs/adapters/next/app'
import type { ReactNode } from 'react'
import { OfficeProvider } from '@/components/shell/office-context'
import { OfficeFrame } from '@/components/shell/office-frame'
import { NoGroup } from '@/components/shell/office-page'
import { ClientMessages } from '@/lib/next/messages'
import { readOffice } from '@/lib/next/office'

export default async function OfficeLayout({ children }: { children: ReactNode }) {
  const office = await readOffice()
  const isIdle = !office.user.is_root && office.user.groups.length === 0
  return (
    <ClientMessages of={['shell', 'failure', 'missing', 'office', 'table', 'form', 'refusal', 'login']}>
      <OfficeProvider office={office}>
        <NuqsAdapter>
          <OfficeFrame>{isIdle ? <NoGroup /> : children}</OfficeFrame>
        </NuqsAdapter>
      </OfficeProvider>
    </ClientMessages>
  )
}
