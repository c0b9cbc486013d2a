import { AdminPage } from '@/components/admin/frame/admin-page'
import { listCmsNotices } from '@/lib/notice/cms'
import { titledByMenu } from '@/lib/server/next/admin'
import { type PageInput, readList } from '@/lib/server/next/list'
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
