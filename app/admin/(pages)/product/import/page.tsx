import { Skeleton } from '@mantine/core'
import { getTranslations } from 'next-intl/server'
import { AdminPage } from '@/components/shell/admin-page'
import { missingPermission } from '@/lib/api/caller'
import { getProductImport, listProductImportRows } from '@/lib/import/cms'
import { readSelf } from '@/lib/next/admin'
import { call } from '@/lib/next/call'
import { type PageInput, readList } from '@/lib/next/list'
import { FileChoice } from './file-choice'
import { Preview } from './preview'

export async function generateMetadata() {
  const t = await getTranslations('import')
  return { title: t('title') }
}

/** Products from a spreadsheet: a file is chosen, and `?import=3` shows what it would do, or has done. */
export default async function ProductImportPage({ searchParams }: PageInput) {
  const t = await getTranslations('import')
  return (
    <AdminPage
      messages={['import']}
      title={t('title')}
      lead={t('lead')}
      skeleton={<Skeleton height={320} radius="lg" />}
      load={async () => {
        const [{ import: given }, { is_root, permission_codes = [] }] = await Promise.all([searchParams, readSelf()])
        const may = (code: string) => is_root || permission_codes.includes(code)
        if (!may('cms.product.import')) throw missingPermission('cms.product.import')
        if (typeof given !== 'string') return <FileChoice mayExport={may('cms.product.list')} />
        const params = { id: given }
        const [stored, page] = await Promise.all([
          call(getProductImport, { params }),
          readList(listProductImportRows, searchParams, { size: 100 }, params),
        ])
        const { result } = await searchParams
        return <Preview key={stored.id} stored={stored} page={page} result={typeof result === 'string' ? result : ''} />
      }}
    />
  )
}
