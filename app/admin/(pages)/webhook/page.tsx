import { AdminPage } from '@/components/admin/frame/admin-page'
import { titledByMenu } from '@/lib/server/next/admin'
import { type PageInput, readList } from '@/lib/server/next/list'
import { listWebhooks } from '@/lib/webhook/cms'
import { Webhooks } from './webhooks'

export const generateMetadata = titledByMenu('/admin/webhook')

export default function WebhooksPage({ searchParams }: PageInput) {
  return (
    <AdminPage
      messages={['webhook']}
      load={async () => <Webhooks page={await readList(listWebhooks, searchParams)} />}
    />
  )
}
