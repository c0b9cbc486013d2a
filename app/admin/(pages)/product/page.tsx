import { AdminPage } from '@/components/shell/admin-page'
import { titledByMenu } from '@/lib/next/admin'
import { call } from '@/lib/next/call'
import { type PageInput, readList } from '@/lib/next/list'
import { countProducts, listCmsProducts } from '@/lib/product/cms'
import { Products } from './products'

export const generateMetadata = titledByMenu('/admin/product')

export default function ProductsPage({ searchParams }: PageInput) {
  return (
    <AdminPage
      messages={['catalogue']}
      load={async () => {
        const [page, counts] = await Promise.all([readList(listCmsProducts, searchParams), call(countProducts)])
        return <Products page={page} counts={counts} />
      }}
    />
  )
}
