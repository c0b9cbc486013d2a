import { Skeleton } from '@mantine/core'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { AdminPage } from '@/components/admin/frame/admin-page'
import { getPackingLists } from '@/lib/order/cms'
import { PackingQuery } from '@/lib/order/desk/cms-schema'
import { call } from '@/lib/server/next/call'
import type { PageInput } from '@/lib/server/next/list'
import classes from './print.module.css'
import { Sheet } from './sheet'
import { Toolbar } from './toolbar'

export async function generateMetadata() {
  const t = await getTranslations('sale.print')
  return { title: t('title') }
}

/** `?ids=9,12`: orders. `&prices=true`: also prints the prices. */
export default async function PrintPage({ searchParams }: PageInput) {
  const t = await getTranslations('sale.print')
  return (
    <div className={classes.page}>
      <AdminPage
        messages={['sale']}
        title={t('title')}
        skeleton={<Skeleton height={640} radius="lg" />}
        load={async () => {
          const { ids, prices } = await searchParams
          if (typeof ids !== 'string' || !PackingQuery.safeParse({ ids }).success) notFound()
          const { shop, items } = await call(getPackingLists, { query: { ids } })
          const hasPrices = prices === 'true'
          return (
            <>
              <Toolbar ids={items.map(({ id }) => id)} hasPrices={hasPrices} />
              <div className={classes.sheets}>
                {items.map((order) => (
                  <Sheet key={order.id} shop={shop} order={order} hasPrices={hasPrices} />
                ))}
              </div>
            </>
          )
        }}
      />
    </div>
  )
}
