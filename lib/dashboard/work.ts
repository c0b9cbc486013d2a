import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { ParcelTrouble } from '@/db/enums'
import { after_sale } from '@/db/schema/after_sale'
import { invoice } from '@/db/schema/invoice'
import { error_log } from '@/db/schema/log'
import { notice } from '@/db/schema/notice'
import { order } from '@/db/schema/order'
import { refund } from '@/db/schema/payment'
import { product } from '@/db/schema/product'
import { shipping_report } from '@/db/schema/shipping_report'
import { carrier_account, waybill } from '@/db/schema/waybill'
import { isQuotaLow } from '@/lib/carrier_account/queries'
import { type Caller, holds } from '@/lib/kit/api/endpoint/caller'
import type { PermissionCode } from '@/lib/kit/api/endpoint/endpoint'
import { upToCap } from '@/lib/kit/api/rows/count'
import { found } from '@/lib/kit/api/rows/rows'
import type { Settings } from '@/lib/kit/config/registry'
import type { Database } from '@/lib/kit/database'
import { isOpenTo, unreadBy } from '@/lib/notice/queries'
import { isAddressAsked, isLate, isNotCollected, lateSince } from '@/lib/order/desk/cms-list'
import { hasParcel } from '@/lib/order/parcel/trouble'
import { isNotCanceled } from '@/lib/order/waybill/not-canceled'
import { tabs } from '@/lib/product/cms-list'
import { isStuck } from '@/lib/shipping_report/stuck'
import { type WorkKey, workKeys } from './schema'

const cap = 1_000

interface Kind {
  /** Absent: all staff see it. */
  code?: PermissionCode
  href: string
  table: PgTable
  where: (caller: Caller, settings: Settings) => SQL | undefined
}

const withParcel = (trouble: ParcelTrouble): Kind => ({
  code: 'cms.order.list',
  href: `/admin/order?parcel=${trouble}`,
  table: order,
  where: () => hasParcel(trouble),
})

/** `where` selects the rows that the page at `href` lists, so that both show the same number. */
const kinds: Record<WorkKey, Kind> = {
  to_ship: {
    code: 'cms.order.list',
    href: '/admin/order?tab=to_ship',
    table: order,
    where: () => sql`status = 'paid' and fulfilment = 'none'`,
  },
  part_shipped: {
    code: 'cms.order.list',
    href: '/admin/order?tab=part_shipped',
    table: order,
    where: () => sql`status = 'paid' and fulfilment in ('part', 'all')`,
  },
  address_asked: {
    code: 'cms.order.list',
    href: '/admin/order?address_asked=true',
    table: order,
    where: () => isAddressAsked,
  },
  late: {
    code: 'cms.order.list',
    href: '/admin/order?late=true',
    table: order,
    where: (_, settings) => isLate(sql`${lateSince(settings)}`),
  },
  not_collected: {
    code: 'cms.order.list',
    href: '/admin/order?not_collected=true',
    table: order,
    where: (_, settings) => isNotCollected(sql`${settings['pickup.remind_days']}::int`),
  },
  refunds_waiting: {
    code: 'cms.order.list',
    href: '/admin/order?refund=failed',
    table: refund,
    where: () => sql`${refund.status} in ('abnormal', 'refused')`,
  },
  not_reported: {
    code: 'cms.order.list',
    href: '/admin/order?not_reported=true',
    table: shipping_report,
    where: () => isStuck,
  },
  parcels_not_collected: withParcel('not_collected'),
  parcels_stuck: withParcel('stuck'),
  parcels_failed: withParcel('failed'),
  quotas_low: {
    code: 'cms.carrier_account.list',
    href: '/admin/carrier_account?quota_low=true',
    table: carrier_account,
    where: () => isQuotaLow,
  },
  waybills_not_canceled: {
    code: 'cms.waybill.list',
    href: '/admin/waybill?not_canceled=true',
    table: waybill,
    where: () => isNotCanceled,
  },
  cases_waiting: {
    code: 'cms.after_sale.list',
    href: '/admin/after_sale?tab=waiting',
    table: after_sale,
    where: () => sql`status in ('requested', 'returned', 'disputed')`,
  },
  invoices_waiting: {
    code: 'cms.invoice.list',
    href: '/admin/invoice?status=requested',
    table: invoice,
    where: () => eq(invoice.status, 'requested'),
  },
  invoices_to_replace: {
    code: 'cms.invoice.list',
    href: '/admin/invoice?status=to_replace',
    table: invoice,
    where: () => eq(invoice.status, 'to_replace'),
  },
  payment_problems: {
    code: 'cms.notice.list',
    href: '/admin/notice?source=system&status=published',
    table: notice,
    where: (caller) =>
      and(
        inArray(notice.kind, ['payment_alarm', 'balance_short']),
        sql`source = 'system' and status = 'published'`,
        isOpenTo(caller),
      ),
  },
  stock_out: {
    code: 'cms.product.list',
    href: '/admin/product?tab=sold_out',
    table: product,
    where: () => tabs.sold_out,
  },
  stock_low: { code: 'cms.product.list', href: '/admin/product?tab=low', table: product, where: () => tabs.low },
  errors_new: {
    code: 'cms.error_log.list',
    href: '/admin/error_log?status=new',
    table: error_log,
    where: () => eq(error_log.status, 'new'),
  },
  notices_unread: { href: '/admin?bell=open', table: notice, where: unreadBy },
}

export const workPermissions = [...new Set(Object.values(kinds).flatMap(({ code }) => code ?? []))]

/** Each kind counted up to a thousand. One statement. */
export async function readWork(db: Database, caller: Caller, settings: Settings) {
  const visible = workKeys.flatMap((key) => {
    const { code, ...kind } = kinds[key]
    return code === undefined || holds(caller, code) ? [{ key, ...kind }] : []
  })
  const counts = Object.fromEntries(
    visible.map(({ key, table, where }) => [
      key,
      sql<number>`(select count(*)::int from ${upToCap(db, table, where(caller, settings), cap)})`,
    ]),
  )
  const [row] = await db.select(counts).from(sql`(values (1)) one`)
  const counted = found(row, 'count')
  return visible.map(({ key, href }) => {
    const count = counted[key] ?? 0
    return { key, count: Math.min(count, cap), capped: count > cap, href }
  })
}
