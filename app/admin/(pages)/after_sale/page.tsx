import { AdminPage } from '@/components/shell/admin-page'
import { countCmsAfterSales, listCmsAfterSales } from '@/lib/after_sale/cms'
import { titledByMenu } from '@/lib/next/admin'
import { call } from '@/lib/next/call'
import { type PageInput, readList } from '@/lib/next/list'
import { CaseTable } from './cases'

export const generateMetadata = titledByMenu('/admin/after_sale')

export default function CasesPage({ searchParams }: PageInput) {
  return (
    <AdminPage
      messages={['after_sale']}
      load={async () => {
        const [page, counts] = await Promise.all([readList(listCmsAfterSales, searchParams), call(countCmsAfterSales)])
        return <CaseTable page={page} counts={counts} />
      }}
    />
  )
}
