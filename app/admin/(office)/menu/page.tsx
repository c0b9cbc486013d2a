import { Skeleton } from '@mantine/core'
import { OfficePage } from '@/components/shell/office-page'
import { listMenus } from '@/lib/menu/endpoints'
import { call } from '@/lib/next/call'
import { titledByMenu } from '@/lib/next/office'
import { Menus } from './menus'

export const generateMetadata = titledByMenu('/admin/menu')

export default function MenusPage() {
  return (
    <OfficePage
      messages={['menu', 'permission']}
      skeleton={<Skeleton height={480} radius="lg" />}
      load={async () => <Menus menus={await call(listMenus)} />}
    />
  )
}
