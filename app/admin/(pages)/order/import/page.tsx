import { Anchor } from '@mantine/core'
import { getLocale, getTranslations } from 'next-intl/server'
import { firstLines, ImportPage } from '@/components/admin/import/import-page'
import { getOrderImport, listOrderImportRows } from '@/lib/import/cms'
import { call } from '@/lib/server/next/call'
import { type PageInput, readList } from '@/lib/server/next/list'

export async function generateMetadata() {
  const t = await getTranslations('import.order')
  return { title: t('title') }
}

export default async function OrderImportPage({ searchParams }: PageInput) {
  const locale = await getLocale()
  const t = await getTranslations('import.order')
  const links = (
    <>
      <Anchor size="sm" href={`/cms/order?tab=to_ship&format=xlsx&labels=${locale}`} download>
        {t('export')}
      </Anchor>
      <Anchor size="sm" href={`/cms/order?tab=to_ship&format=xlsx&lines=true&labels=${locale}`} download>
        {t('exportLines')}
      </Anchor>
    </>
  )
  return (
    <ImportPage
      kind="order"
      code="cms.order.ship"
      files={{ code: 'cms.order.export', links }}
      searchParams={searchParams}
      read={(id) =>
        Promise.all([
          call(getOrderImport, { params: { id } }),
          readList(listOrderImportRows, searchParams, firstLines, { id }),
        ])
      }
    />
  )
}
