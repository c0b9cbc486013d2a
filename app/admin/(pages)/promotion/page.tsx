import { AdminPage } from '@/components/admin/frame/admin-page'
import { listCmsPromotions } from '@/lib/promotion/cms'
import { titledByMenu } from '@/lib/server/next/admin'
import { type PageInput, readList } from '@/lib/server/next/list'
import { Promotions } from './promotions'

export const generateMetadata = titledByMenu('/admin/promotion')

export default function PromotionsPage({ searchParams }: PageInput) {
  return (
    <AdminPage
      // The dialog for choosing products is the one of the themes.
      messages={['promotion', 'theme']}
      load={async () => <Promotions page={await readList(listCmsPromotions, searchParams)} />}
    />
  )
}
