import { Skeleton } from '@mantine/core'
import { AdminPage } from '@/components/shell/admin-page'
import { getFileLimit, listFileFolders, listFiles } from '@/lib/file/cms'
import { readSelf, titledByMenu } from '@/lib/next/admin'
import { call } from '@/lib/next/call'
import { type PageInput, readList } from '@/lib/next/list'
import { Files } from './files'

export const generateMetadata = titledByMenu('/admin/file')

export default function FilesPage({ searchParams }: PageInput) {
  return (
    <AdminPage
      messages={['file']}
      skeleton={<Skeleton height={480} radius="lg" />}
      load={async () => {
        const [page, folders, limit, { folder_id }] = await Promise.all([
          readList(listFiles, searchParams),
          call(listFileFolders),
          readLimit(),
          searchParams,
        ])
        return <Files page={page} folders={folders} limit={limit} folder={String(folder_id ?? '')} />
      }}
    />
  )
}

/** What can be uploaded; undefined for those who may not upload. */
async function readLimit() {
  const { is_root, permission_codes = [] } = await readSelf()
  return is_root || permission_codes.includes('cms.file.create') ? call(getFileLimit) : undefined
}
