import { AdminPage } from '@/components/shell/admin-page'
import { titledByMenu } from '@/lib/next/admin'
import { type PageInput, readList } from '@/lib/next/list'
import { listCmsNotices } from '@/lib/notice/cms'
import { Notices } from './notices'

export const generateMetadata = titledByMenu('/admin/notice')

export default function NoticesPage({ searchParams }: PageInput) {
  return (
    <AdminPage
      messages={['notice']}
      load={async () => <Notices page={await readList(listCmsNotices, searchParams)} />}
    />
  )
}
