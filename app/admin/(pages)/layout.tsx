import '@mantine/notifications/styles.layer.css'
import { NuqsAdapter } from 'nuqs/adapters/next/app'
import type { ReactNode } from 'react'
import { AdminProvider } from '@/components/admin/frame/admin-context'
import { AdminFrame } from '@/components/admin/frame/admin-frame'
import { NoGroup } from '@/components/admin/frame/admin-page'
import { AnyIcon } from '@/components/admin/frame/any-icon'
import { flatten } from '@/lib/menu/routes'
import { readAdmin } from '@/lib/server/next/admin'
import { ClientMessages } from '@/lib/server/next/messages'
// The payload references the error page and waits for its code, which needs no separate request as a part of the frame.
import './error'

export default async function AdminLayout({ children }: { children: ReactNode }) {
  const admin = await readAdmin()
  const icons = Object.fromEntries(flatten(admin.routes).map(({ icon }) => [icon, <AnyIcon key={icon} name={icon} />]))
  const hasNoGroup = !admin.user.is_root && admin.user.groups.length === 0
  return (
    <ClientMessages
      of={['shell', 'failure', 'missing', 'admin', 'bell', 'table', 'form', 'refusal', 'login', 'time', 'toast']}
    >
      <AdminProvider admin={{ ...admin, icons }}>
        <NuqsAdapter>
          <AdminFrame>{hasNoGroup ? <NoGroup /> : children}</AdminFrame>
        </NuqsAdapter>
      </AdminProvider>
    </ClientMessages>
  )
}
