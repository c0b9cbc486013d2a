import { Anchor } from '@mantine/core'
import { getLocale, getTranslations } from 'next-intl/server'
import { firstLines, ImportPage } from '@/components/admin/import/import-page'
import { getInvoiceImport, listInvoiceImportRows } from '@/lib/import/cms'
import { call } from '@/lib/server/next/call'
import { type PageInput, readList } from '@/lib/server/next/list'

export async function generateMetadata() {
  const t = await getTranslations('import.invoice')
  return { title: t('title') }
}

export default async function InvoiceImportPage({ searchParams }: PageInput) {
  const locale = await getLocale()
  const t = await getTranslations('import.invoice')
  const links = (
    <Anchor size="sm" href={`/cms/invoice?status=requested&format=xlsx&labels=${locale}`} download>
      {t('export')}
    </Anchor>
  )
  return (
    <ImportPage
      kind="invoice"
      code="cms.invoice.issue"
      files={{ code: 'cms.invoice.export', links }}
      searchParams={searchParams}
      read={(id) =>
        Promise.all([
          call(getInvoiceImport, { params: { id } }),
          readList(listInvoiceImportRows, searchParams, firstLines, { id }),
        ])
      }
    />
  )
}
