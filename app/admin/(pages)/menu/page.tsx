import { Skeleton } from '@mantine/core'
import { AdminPage } from '@/components/admin/frame/admin-page'
import { listMenus } from '@/lib/menu/cms'
import { titledByMenu } from '@/lib/server/next/admin'
import { call } from '@/lib/server/next/call'
import { Menus } from './menus'

export const generateMetadata = titledByMenu('/admin/menu')

export default function MenusPage() {
  return (
    <AdminPage
      messages={['menu', 'permission']}
      skeleton={<Skeleton height={480} radius="lg" />}
      load={async () => <Menus menus={await call(listMenus)} />}
    />
  )
}
