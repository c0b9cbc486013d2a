import { AdminPage } from '@/components/admin/frame/admin-page'
import { listFreightTemplates } from '@/lib/freight_template/cms'
import { titledByMenu } from '@/lib/server/next/admin'
import { type PageInput, readList } from '@/lib/server/next/list'
import { FreightTemplates } from './templates'

export const generateMetadata = titledByMenu('/admin/freight_template')

export default function FreightTemplatesPage({ searchParams }: PageInput) {
  return (
    <AdminPage
      messages={['freight_template']}
      load={async () => <FreightTemplates page={await readList(listFreightTemplates, searchParams)} />}
    />
  )
}
