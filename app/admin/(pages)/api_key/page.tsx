import { AdminPage } from '@/components/admin/frame/admin-page'
import { listApiKeys } from '@/lib/api_key/cms'
import { isOpenToKeys } from '@/lib/kit/api/endpoint/key-codes'
import { titledByMenu } from '@/lib/server/next/admin'
import { type PageInput, readList } from '@/lib/server/next/list'
import { readPermissionOptions } from '../group/grant-options'
import { ApiKeys } from './api-keys'

export const generateMetadata = titledByMenu('/admin/api_key')

export default function ApiKeysPage({ searchParams }: PageInput) {
  return (
    <AdminPage
      messages={['api_key', 'group', 'permission']}
      load={async () => {
        const [page, permissions] = await Promise.all([
          readList(listApiKeys, searchParams),
          readPermissionOptions(isOpenToKeys),
        ])
        return <ApiKeys page={page} permissions={permissions} />
      }}
    />
  )
}
