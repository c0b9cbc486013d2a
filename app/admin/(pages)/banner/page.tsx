import { AdminPage } from '@/components/admin/frame/admin-page'
import { listCmsBanners } from '@/lib/banner/cms'
import { titledByMenu } from '@/lib/server/next/admin'
import { type PageInput, readList } from '@/lib/server/next/list'
import { Banners } from './banners'

export const generateMetadata = titledByMenu('/admin/banner')

export default function BannersPage({ searchParams }: PageInput) {
  return (
    <AdminPage
      messages={['banner', 'shop']}
      load={async () => <Banners page={await readList(listCmsBanners, searchParams)} />}
    />
  )
}
