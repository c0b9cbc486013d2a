import { Skeleton } from '@mantine/core'
import { AdminPage } from '@/components/admin/frame/admin-page'
import { listFiles } from '@/lib/file/cms'
import { titledByMenu } from '@/lib/server/next/admin'
import { type PageInput, readList } from '@/lib/server/next/list'
import { Files } from './files'

export const generateMetadata = titledByMenu('/admin/file')

export default function FilesPage({ searchParams }: PageInput) {
  return (
    <AdminPage
      messages={['file']}
      skeleton={<Skeleton height={480} radius="lg" />}
      load={async () => {
        const [page, { folder_id }] = await Promise.all([readList(listFiles, searchParams), searchParams])
        return <Files page={page} folder={String(folder_id ?? '')} />
      }}
    />
  )
}
