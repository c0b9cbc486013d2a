import { Skeleton } from '@mantine/core'
import { AdminPage } from '@/components/shell/admin-page'
import { getCmsAfterSale } from '@/lib/after_sale/cms'
import { titledByMenu } from '@/lib/next/admin'
import { call } from '@/lib/next/call'
import { CaseRecord } from '../record'

export const generateMetadata = titledByMenu('/admin/after_sale')

export default function CasePage({ params }: { params: Promise<{ id: string }> }) {
  return (
    <AdminPage
      messages={['after_sale']}
      skeleton={<Skeleton height={640} radius="lg" />}
      load={async () => {
        const { id } = await params
        return <CaseRecord record={await call(getCmsAfterSale, { params: { id } })} />
      }}
    />
  )
}
