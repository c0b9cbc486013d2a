import type { ReactNode } from 'react'
import { AdminProvider } from '@/components/shell/admin-context'
import { SessionGuard } from '@/components/shell/session'
import { readAdmin } from '@/lib/next/admin'
import { ClientMessages } from '@/lib/next/messages'

/** Around pages that are printed: nothing of the admin's frame. */
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
