import { AdminPage } from '@/components/admin/frame/admin-page'
import { listCmsCoupons } from '@/lib/promotion/cms'
import { titledByMenu } from '@/lib/server/next/admin'
import { type PageInput, readList } from '@/lib/server/next/list'
import { Coupons } from './coupons'

export const generateMetadata = titledByMenu('/admin/coupon')

export default function CouponsPage({ searchParams }: PageInput) {
  return (
    <AdminPage
      messages={['coupon']}
      load={async () => <Coupons page={await readList(listCmsCoupons, searchParams)} />}
    />
  )
}
