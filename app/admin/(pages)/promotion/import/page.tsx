import { Anchor } from '@mantine/core'
import { getLocale, getTranslations } from 'next-intl/server'
import { firstLines, ImportPage } from '@/components/admin/import/import-page'
import { getDealImport, listDealImportRows } from '@/lib/import/cms'
import { getCmsPromotion } from '@/lib/promotion/cms'
import { call } from '@/lib/server/next/call'
import { type PageInput, readList } from '@/lib/server/next/list'

export async function generateMetadata() {
  const t = await getTranslations('import.promotion')
  return { title: t('title') }
}

export default async function DealImportPage({ searchParams }: PageInput) {
  const locale = await getLocale()
  const t = await getTranslations('import.promotion')
  const { promotion } = await searchParams
  const links = (
    <Anchor size="sm" href={`/cms/promotion/${promotion}/sku?format=xlsx&labels=${locale}`} download>
      {t('export')}
    </Anchor>
  )
  return (
    <ImportPage
      kind="promotion"
      code="cms.promotion.update"
      files={{ code: 'cms.promotion.list', links }}
      searchParams={searchParams}
      readPromotion={(id) => call(getCmsPromotion, { params: { id } })}
      read={(id) =>
        Promise.all([
          call(getDealImport, { params: { id } }),
          readList(listDealImportRows, searchParams, firstLines, { id }),
        ])
      }
    />
  )
}
