import { useFormatter, useLocale, useNow, useTranslations } from 'next-intl'
import type { z } from 'zod'
import { ChartFrame } from '@/components/ui/chart/frame'
import { Bars, Line } from '@/components/ui/chart/plot'
import { Share, type ShareColor } from '@/components/ui/chart/share'
import { type OrderStatus, orderStatuses } from '@/db/enums'
import { bucketUnit, daysIn, type Sales } from '@/lib/dashboard/schema'
import classes from './start.module.css'
import type { Days } from './start-ranges'

const colors: Record<OrderStatus, ShareColor> = {
  unpaid: 'yellow',
  paid: 'blue',
  shipped: 'violet',
  completed: 'teal',
  cancelled: 'gray',
  refunded: 'red',
}

interface SalesChartsProps {
  sales: z.output<typeof Sales>
  days: Days
  /** The range of days, for the titles of the charts. */
  span: string
  statusName: (status: OrderStatus) => string
}

export function SalesCharts({ sales, days, span, statusName }: SalesChartsProps) {
  const t = useTranslations('dashboard.chart')
  const format = useFormatter()
  const isEnglish = useLocale() === 'en'
  const now = useNow().getTime()
  const count = daysIn(days)
  const unit = bucketUnit(count)
  const { current, buckets, by_status, by_hour } = sales
  const money = (fen: number) => format.number(fen / 100, 'price')
  const shortMoney = (fen: number) =>
    format.number(fen / 100, {
      style: 'currency',
      currency: 'CNY',
      currencyDisplay: 'narrowSymbol',
      notation: 'compact',
      maximumFractionDigits: 2,
      minimumFractionDigits: 0,
    })
  const orders = (count: number) => t('orderCount', { count })
  const hourOf = (hour: number) => `${String(hour).padStart(2, '0')}:00`
  /** Below the chart, and in the table. `from`: the start of the hour, day or month. */
  const names = (from: string): [string, string] => {
    const moment = new Date(from)
    if (unit === 'hour') {
      const hour = format.dateTime(moment, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
      return [hour, count === 1 ? hour : `${format.dateTime(moment, { dateStyle: 'medium' })} ${hour}`]
    }
    if (unit === 'month') {
      const month = format.dateTime(moment, { year: 'numeric', month: 'long' })
      return [format.dateTime(moment, { month: 'short' }), month]
    }
    return [
      format.dateTime(moment, { month: isEnglish ? 'short' : 'numeric', day: 'numeric' }),
      format.dateTime(moment, { dateStyle: 'medium' }),
    ]
  }
  const series = buckets.map(({ from, revenue, orders_paid }) => {
    const [label, name] = names(from)
    // Hours of today that have not begun have no figures yet.
    return { label, name, revenue, orders_paid, isKnown: Date.parse(from) <= now }
  })
  const columns = [t(unit), t('revenue'), t('orders')]
  const rows = series.flatMap(({ name, revenue, orders_paid, isKnown }) =>
    isKnown ? [[name, money(revenue), format.number(orders_paid)]] : [],
  )
  const hours = by_hour.map((count, hour) => ({ label: hourOf(hour), count }))
  const busiest = Math.max(...by_hour)
  const percent = (share: number) =>
    share > 0 && share < 0.001
      ? t('lessThan', { share: format.number(0.001, { style: 'percent', maximumFractionDigits: 1 }) })
      : format.number(share, { style: 'percent', maximumFractionDigits: 1 })
  const shareOf = (count: number) =>
    current.placed === 0
      ? format.number(count)
      : t('share', {
          count: format.number(count),
          share: percent(count / current.placed),
        })
  const parts = orderStatuses.map((status) => ({
    label: statusName(status),
    color: colors[status],
    value: by_status[status],
    text: shareOf(by_status[status]),
  }))
  return (
    <div className={classes.charts}>
      <ChartFrame title={t('revenue')} total={money(current.revenue)} table={{ columns, rows }} span={span}>
        <Bars
          description={t('revenueOf', { span, total: money(current.revenue) })}
          format={shortMoney}
          points={series.map(({ label, name, revenue, isKnown }) => ({
            label,
            hint: `${name}: ${money(revenue)}`,
            value: isKnown ? revenue : null,
          }))}
        />
      </ChartFrame>
      <ChartFrame title={t('orders')} total={orders(current.orders_paid)} table={{ columns, rows }} span={span}>
        <Line
          description={t('ordersOf', { span, total: orders(current.orders_paid) })}
          format={(count) => format.number(count)}
          points={series.map(({ label, name, orders_paid, isKnown }) => ({
            label,
            hint: `${name}: ${orders(orders_paid)}`,
            value: isKnown ? orders_paid : null,
          }))}
        />
      </ChartFrame>
      <ChartFrame
        span={span}
        title={t('byStatus')}
        total={orders(current.placed)}
        table={{
          columns: [t('status'), t('orders')],
          rows: orderStatuses.map((status) => [statusName(status), format.number(by_status[status])]),
        }}
      >
        <Share
          description={t('byStatusOf', {
            span,
            parts: format.list(parts.filter(({ value }) => value > 0).map(({ label, value }) => `${label} ${value}`)),
          })}
          parts={parts}
        />
      </ChartFrame>
      {/* For one day, the chart above already has hours. */}
      {count > 1 && (
        <ChartFrame
          span={span}
          title={t('byHour')}
          total={busiest > 0 ? t('busiest', { hour: hourOf(by_hour.indexOf(busiest)) }) : undefined}
          table={{
            columns: [t('hour'), t('orders')],
            rows: hours.map(({ label, count }) => [label, format.number(count)]),
          }}
        >
          <Bars
            description={t('byHourOf', { span })}
            format={(count) => format.number(count)}
            points={hours.map(({ label, count }) => ({ label, hint: `${label}: ${orders(count)}`, value: count }))}
          />
        </ChartFrame>
      )}
    </div>
  )
}
