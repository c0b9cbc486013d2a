import type { Metadata } from 'next'
import { getNow, getTimeZone, getTranslations } from 'next-intl/server'
import { AdminPage } from '@/components/admin/frame/admin-page'
import { dayOf } from '@/components/ui/zone'
import type { OrderStatus } from '@/db/enums'
import { getSales, listChecklist, listTop, listWork } from '@/lib/dashboard/cms'
import { comparisons, topOrders } from '@/lib/dashboard/schema'
import { listOperations } from '@/lib/oper_log/cms'
import { countNewCmsOrders } from '@/lib/order/cms'
import { readAdmin, readSelf } from '@/lib/server/next/admin'
import { call } from '@/lib/server/next/call'
import type { PageInput } from '@/lib/server/next/list'
import { ClosedNote } from './closed-note'
import { NewOrders } from './new-orders'
import { RecentChanges } from './start-changes'
import { StartChecklist } from './start-checklist'
import { daysOf, rangeIn } from './start-ranges'
import { SalesFigures, SalesTrends } from './start-sales'
import { WorkList } from './start-work'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('dashboard')
  return { title: t('title') }
}

/** For reading URL parameters. */
const oneOf = <const Value extends string>(values: readonly Value[], value: unknown): Value | undefined =>
  values.find((one) => one === value)

export default async function StartPage({ searchParams }: PageInput) {
  const [t, { user, dictionaries, remembered }] = await Promise.all([getTranslations('login.admin'), readAdmin()])
  const statusName = (status: OrderStatus) =>
    dictionaries.order_status?.find(({ value }) => value === status)?.label ?? status
  const preference = `checklist.${user.id}`
  return (
    <AdminPage
      title={t('greeting', { name: user.name || user.account })}
      messages={['chart', 'dashboard', 'history', 'new_orders', 'setting']}
      skeleton={null}
      load={async () => {
        const [query, zone, now, { is_root, permission_codes = [] }] = await Promise.all([
          searchParams,
          getTimeZone(),
          getNow(),
          readSelf(),
        ])
        const range = rangeIn(query)
        const compare = oneOf(comparisons, query.compare) ?? 'previous'
        const by = oneOf(topOrders, query.by) ?? 'pieces'
        const days = daysOf(range, dayOf(now.toISOString(), zone))
        const seesSales = is_root || permission_codes.includes('cms.dashboard.list')
        const may_export = is_root || permission_codes.includes('cms.dashboard.export')
        const seesChanges = is_root || permission_codes.includes('cms.oper_log.list')
        const seesOrders = is_root || permission_codes.includes('cms.order.list')
        const [work, checklist, sales, top, changes, orders] = await Promise.all([
          call(listWork),
          remembered[preference] ? [] : call(listChecklist),
          seesSales ? call(getSales, { query: { ...days, compare } }) : undefined,
          seesSales ? call(listTop, { query: { ...days, by } }) : undefined,
          seesChanges ? call(listOperations, { query: { success: 'true', size: 10 } }) : undefined,
          seesOrders ? call(countNewCmsOrders) : undefined,
        ])
        const chosen = sales && top && { sales, top, days, range, compare, by }
        return (
          <>
            {orders && <NewOrders since={orders.newest_id} />}
            <ClosedNote />
            {chosen && <SalesFigures {...chosen} may_export={may_export} />}
            <WorkList work={work} />
            {checklist.some(({ done }) => !done) && <StartChecklist checklist={checklist} preference={preference} />}
            {chosen && <SalesTrends {...chosen} statusName={statusName} />}
            {changes && changes.items.length > 0 && <RecentChanges operations={changes.items} />}
          </>
        )
      }}
    />
  )
}
