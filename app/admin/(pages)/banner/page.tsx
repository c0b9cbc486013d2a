import { AdminPage } from '@/components/shell/admin-page'
import { listBrokenBannerItems, listCmsBanners } from '@/lib/banner/cms'
import { titledByMenu } from '@/lib/next/admin'
import { call } from '@/lib/next/call'
import { type PageInput, readList } from '@/lib/next/list'
import { Banners } from './banners'

export const generateMetadata = titledByMenu('/admin/banner')

export default function BannersPage({ searchParams }: PageInput) {
  return (
    <AdminPage
      messages={['banner', 'shop']}
      load={async () => {
        const [page, broken] = await Promise.all([readList(listCmsBanners, searchParams), call(listBrokenBannerItems)])
        return <Banners page={page} broken={broken} />
      }}
    />
  )
}
