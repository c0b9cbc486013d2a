import type { ReactNode } from 'react'
import { AdminProvider } from '@/components/admin/frame/admin-context'
import { SessionGuard } from '@/components/admin/frame/session-guard'
import { readAdmin } from '@/lib/server/next/admin'
import { ClientMessages } from '@/lib/server/next/messages'

/** Without the frame of the admin. */
export default async function PrintLayout({ children }: { children: ReactNode }) {
  return (
    <ClientMessages of={['shell', 'failure', 'time', 'missing', 'admin', 'refusal', 'login', 'toast']}>
      <AdminProvider admin={{ ...(await readAdmin()), icons: {} }}>
        <SessionGuard>
          <main>{children}</main>
        </SessionGuard>
      </AdminProvider>
    </ClientMessages>
  )
}
