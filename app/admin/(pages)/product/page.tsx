import { AdminPage } from '@/components/admin/frame/admin-page'
import { listCmsProducts } from '@/lib/product/cms'
import { isPossibleOrder } from '@/lib/product/scarce'
import { titledByMenu } from '@/lib/server/next/admin'
import { type PageInput, readList } from '@/lib/server/next/list'
import { Products } from './products'

export const generateMetadata = titledByMenu('/admin/product')

/** Only the tab of products with low stock can be sorted by stock. */
async function withPossibleSort(searchParams: PageInput['searchParams']): PageInput['searchParams'] {
  const { sort, ...others } = await searchParams
  return sort !== undefined && isPossibleOrder(sort, others.tab) ? { ...others, sort } : others
}

export default function ProductsPage({ searchParams }: PageInput) {
  return (
    <AdminPage
      messages={['catalogue', 'doubt']}
      load={async () => <Products page={await readList(listCmsProducts, withPossibleSort(searchParams))} />}
    />
  )
}
