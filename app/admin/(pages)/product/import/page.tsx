import { Anchor } from '@mantine/core'
import { getLocale, getTranslations } from 'next-intl/server'
import { firstLines, ImportPage } from '@/components/import/import-page'
import { getProductImport, listProductImportRows } from '@/lib/import/cms'
import { call } from '@/lib/next/call'
import { type PageInput, readList } from '@/lib/next/list'

export async function generateMetadata() {
  const t = await getTranslations('import.product')
  return { title: t('title') }
}

/** Products from a spreadsheet. */
export default async function ProductImportPage({ searchParams }: PageInput) {
  const locale = await getLocale()
  const t = await getTranslations('import.product')
  const links = (
    <Anchor size="sm" href={`/cms/product?format=csv&labels=${locale}`} download>
      {t('export')}
    </Anchor>
  )
  return (
    <ImportPage
      kind="product"
      code="cms.product.import"
      files={{ code: 'cms.product.list', links }}
      searchParams={searchParams}
      read={(id) =>
        Promise.all([
          call(getProductImport, { params: { id } }),
          readList(listProductImportRows, searchParams, firstLines, { id }),
        ])
      }
    />
  )
}
