import { Anchor } from '@mantine/core'
import { getLocale, getMessages, getTranslations } from 'next-intl/server'
import { firstLines, ImportPage } from '@/components/admin/import/import-page'
import { listCategories } from '@/lib/category/endpoints'
import { getProductImport, listProductImportRows } from '@/lib/import/cms'
import { productTemplate } from '@/lib/product/template'
import { call } from '@/lib/server/next/call'
import { type PageInput, readList } from '@/lib/server/next/list'

export async function generateMetadata() {
  const t = await getTranslations('import.product')
  return { title: t('title') }
}

interface Branch {
  name: string
  children: Branch[]
}

/** Path of the first category without subcategories, such as `Food / Tea`, for the example in the template. */
const firstPath = ([first]: readonly Branch[]): string =>
  first ? [first.name, firstPath(first.children)].filter(Boolean).join(' / ') : ''

export default async function ProductImportPage({ searchParams }: PageInput) {
  const locale = await getLocale()
  const t = await getTranslations('import.product')
  const { import: texts } = await getMessages()
  const categories = await call(listCategories, {})
  const template = productTemplate(texts.column, {
    name: t('sample.name'),
    category: firstPath(categories),
    spec: t('sample.spec'),
    values: [t('sample.small'), t('sample.large')],
    status: t('sample.status'),
    enabled: t('sample.enabled'),
  })
  const links = (
    <>
      <Anchor
        size="sm"
        href={`data:text/csv;charset=utf-8,${encodeURIComponent(template)}`}
        download={t('templateFile')}
      >
        {t('template')}
      </Anchor>
      <Anchor size="sm" href={`/cms/product?format=xlsx&labels=${locale}`} download>
        {t('export')}
      </Anchor>
    </>
  )
  return (
    <ImportPage
      kind="product"
      code="cms.product.import"
      files={{ code: 'cms.product.export', links }}
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
