import { Skeleton } from '@mantine/core'
import { AdminPage } from '@/components/admin/frame/admin-page'
import { listCmsCategories } from '@/lib/category/cms'
import { titledByMenu } from '@/lib/server/next/admin'
import { call } from '@/lib/server/next/call'
import { Categories } from './categories'

export const generateMetadata = titledByMenu('/admin/category')

export default function CategoriesPage() {
  return (
    <AdminPage
      messages={['category']}
      skeleton={<Skeleton height={480} radius="lg" />}
      load={async () => <Categories categories={await call(listCmsCategories)} />}
    />
  )
}
