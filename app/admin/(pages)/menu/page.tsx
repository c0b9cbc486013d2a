import { Skeleton } from '@mantine/core'
import { AdminPage } from '@/components/shell/admin-page'
import { listMenus } from '@/lib/menu/endpoints'
import { titledByMenu } from '@/lib/next/admin'
import { call } from '@/lib/next/call'
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
