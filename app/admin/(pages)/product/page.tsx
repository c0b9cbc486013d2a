import { AdminPage } from '@/components/shell/admin-page'
import { titledByMenu } from '@/lib/next/admin'
import { type PageInput, readList } from '@/lib/next/list'
import { listCmsProducts } from '@/lib/product/cms'
import { Products } from './products'

export const generateMetadata = titledByMenu('/admin/product')

export default function ProductsPage({ searchParams }: PageInput) {
  return (
    <AdminPage
      messages={['catalogue']}
      load={async () => <Products page={await readList(listCmsProducts, searchParams)} />}
    />
  )
}
