import { AdminPage } from '@/components/admin/frame/admin-page'
import { listCmsAfterSales } from '@/lib/after_sale/cms'
import { titledByMenu } from '@/lib/server/next/admin'
import { type PageInput, readList } from '@/lib/server/next/list'
import { ClosedNote } from '../closed-note'
import { CaseTable } from './cases'

export const generateMetadata = titledByMenu('/admin/after_sale')

export default function CasesPage({ searchParams }: PageInput) {
  return (
    <AdminPage
      messages={['after_sale']}
      load={async () => (
        <>
          <ClosedNote />
          <CaseTable page={await readList(listCmsAfterSales, searchParams)} />
        </>
      )}
    />
  )
}
