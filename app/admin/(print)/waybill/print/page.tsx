import { Skeleton } from '@mantine/core'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { z } from 'zod'
import { AdminPage } from '@/components/admin/frame/admin-page'
import { idsUpTo } from '@/lib/kit/api/endpoint/fields'
import { listPackable, listWaybills } from '@/lib/order/waybill/cms'
import { maxParcels } from '@/lib/order/waybill/path'
import { call } from '@/lib/server/next/call'
import type { PageInput } from '@/lib/server/next/list'
import { Packing } from './packing'
import { parcelsOf } from './parcel'
import classes from './print.module.css'

export async function generateMetadata() {
  const t = await getTranslations('waybill.pack')
  return { title: t('title') }
}

const Query = z.object({ orders: idsUpTo(maxParcels).optional(), ids: idsUpTo(maxParcels).optional() })

/** `?orders=9,12`: makes, prints and ships. `?ids=31`: prints labels of waybills again. Neither: waits for a scanner. */
export default async function LabelsPage({ searchParams }: PageInput) {
  const t = await getTranslations('waybill.pack')
  return (
    <div className={classes.page}>
      <AdminPage
        messages={['waybill', 'sale']}
        title={t('title')}
        skeleton={<Skeleton height={640} radius="lg" />}
        load={async () => {
          const { data } = Query.safeParse(await searchParams)
          if (!data) notFound()
          if (data.ids) {
            const { items } = await call(listWaybills, { query: { ids: data.ids.join(), size: maxParcels } })
            const parcels = items.map((waybill) => ({ key: waybill.id, orders: [], waybill }))
            return <Packing parcels={parcels} accounts={[]} mode="reprint" />
          }
          const query = data.orders ? { ids: data.orders.join() } : {}
          const { items, accounts } = await call(listPackable, { query })
          const mode = data.orders ? 'pack' : 'station'
          return <Packing key={data.orders?.join()} parcels={parcelsOf(items)} accounts={accounts} mode={mode} />
        }}
      />
    </div>
  )
}
