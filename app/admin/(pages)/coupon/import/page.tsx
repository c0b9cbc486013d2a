import { Anchor } from '@mantine/core'
import { getLocale, getTranslations } from 'next-intl/server'
import { firstLines, ImportPage } from '@/components/admin/import/import-page'
import { getGrantImport, listGrantImportRows } from '@/lib/import/cms'
import { getCmsPromotion } from '@/lib/promotion/cms'
import { call } from '@/lib/server/next/call'
import { type PageInput, readList } from '@/lib/server/next/list'

export async function generateMetadata() {
  const t = await getTranslations('import.coupon')
  return { title: t('title') }
}

export default async function GrantImportPage({ searchParams }: PageInput) {
  const locale = await getLocale()
  const t = await getTranslations('import.coupon')
  const links = (
    <Anchor size="sm" href={`/cms/customer?format=xlsx&labels=${locale}`} download>
      {t('export')}
    </Anchor>
  )
  return (
    <ImportPage
      kind="coupon"
      code="cms.promotion.grant"
      files={{ code: 'cms.customer.export', links }}
      searchParams={searchParams}
      readPromotion={(id) => call(getCmsPromotion, { params: { id } })}
      read={(id) =>
        Promise.all([
          call(getGrantImport, { params: { id } }),
          readList(listGrantImportRows, searchParams, firstLines, { id }),
        ])
      }
    />
  )
}
