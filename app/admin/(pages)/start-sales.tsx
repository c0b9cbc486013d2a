import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react'
import { useFormatter, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { Link } from '@/components/ui/link'
import type { OrderStatus } from '@/db/enums'
import type { comparisons, Sales, Top, topOrders } from '@/lib/dashboard/schema'
import classes from './start.module.css'
import { SalesCharts } from './start-charts'
import { OwnDays } from './start-days'
import { type Days, dayAfter, parametersOf, type Range, ranges, type Shown } from './start-ranges'
import { StatementButton } from './start-statement'
import { TopSellers } from './start-top'

type Comparison = (typeof comparisons)[number]
type Figures = z.output<typeof Sales>['current']

interface SalesOverviewProps {
  sales: z.output<typeof Sales>
  top: z.output<typeof Top>
  days: Days
  range: Shown
  compare: Comparison
  by: (typeof topOrders)[number]
  statusName: (status: OrderStatus) => string
}

interface FiguresProps extends Omit<SalesOverviewProps, 'top' | 'statusName'> {
  /** The statement of sales. */
  may_export: boolean
}

function useSpan({ from, to }: SalesOverviewProps['days']): string {
  const t = useTranslations('dashboard')
  const format = useFormatter()
  const dayName = (day: string) =>
    format.dateTime(new Date(`${day}T00:00:00Z`), { dateStyle: 'medium', timeZone: 'UTC' })
  const last = dayAfter(to, -1)
  return from === last ? dayName(from) : t('range.span', { from: dayName(from), to: dayName(last) })
}

export function SalesFigures({ sales, days, range, compare, by, may_export }: FiguresProps) {
  const t = useTranslations('dashboard')
  const rangeNames: Record<Range, string> = {
    today: t('range.today'),
    yesterday: t('range.yesterday'),
    '7': t('range.days', { count: 7 }),
    '30': t('range.days', { count: 30 }),
    '90': t('range.days', { count: 90 }),
    month: t('range.month'),
    last_month: t('range.last_month'),
    quarter: t('range.quarter'),
    year: t('range.year'),
  }
  const span = useSpan(days)
  const chosen = { range, compare, by }
  return (
    <section className={classes.section} aria-labelledby="sales">
      <div className={classes.head}>
        <h2 id="sales" className={classes.title}>
          {t('sales')}
        </h2>
        <span className={classes.quiet}>{span}</span>
        <div className={classes.choices}>
          <Choice label={t('range.label')}>
            {ranges.map((one) => (
              <ChoiceLink key={one} to={{ ...chosen, range: one }} isChosen={one === range}>
                {rangeNames[one]}
              </ChoiceLink>
            ))}
            <li>
              <OwnDays days={days} isChosen={typeof range !== 'string'} others={parametersWithout(chosen)} />
            </li>
          </Choice>
          <Choice label={t('compare.label')}>
            <ChoiceLink to={{ ...chosen, compare: 'previous' }} isChosen={compare === 'previous'}>
              {t('compare.previous')}
            </ChoiceLink>
            <ChoiceLink to={{ ...chosen, compare: 'year' }} isChosen={compare === 'year'}>
              {t('compare.year')}
            </ChoiceLink>
          </Choice>
          {may_export && <StatementButton days={days} />}
        </div>
      </div>
      <FigureList current={sales.current} compared={sales.compared} />
      <ProfitSum current={sales.current} />
    </section>
  )
}

export function SalesTrends({ sales, top, days, range, compare, by, statusName }: SalesOverviewProps) {
  const t = useTranslations('dashboard')
  const span = useSpan(days)
  const chosen = { range, compare, by }
  return (
    <section className={classes.section} aria-labelledby="trends">
      <div className={classes.head}>
        <h2 id="trends" className={classes.title}>
          {t('trends')}
        </h2>
        <span className={classes.quiet}>{span}</span>
      </div>
      <SalesCharts sales={sales} days={days} span={span} statusName={statusName} />
      <div className={classes.head}>
        <h2 className={classes.title}>{t('top.title')}</h2>
        <div className={classes.choices}>
          <Choice label={t('top.by')}>
            <ChoiceLink to={{ ...chosen, by: 'pieces' }} isChosen={by === 'pieces'}>
              {t('top.byPieces')}
            </ChoiceLink>
            <ChoiceLink to={{ ...chosen, by: 'money' }} isChosen={by === 'money'}>
              {t('top.byMoney')}
            </ChoiceLink>
          </Choice>
        </div>
      </div>
      <TopSellers top={top} by={by} span={span} />
      <Definitions hasProfit={sales.current.gross_profit !== undefined} />
    </section>
  )
}

function Choice({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label}>
      <ul className={classes.choice}>{children}</ul>
    </nav>
  )
}

interface Chosen {
  range: Shown
  compare: Comparison
  by: string
}

/** Without the range of days and default values. */
const parametersWithout = ({ compare, by }: Chosen): Record<string, string> => ({
  ...(compare !== 'previous' && { compare }),
  ...(by !== 'pieces' && { by }),
})

interface ChoiceLinkProps {
  to: Chosen
  isChosen: boolean
  children: ReactNode
}

function ChoiceLink({ to, isChosen, children }: ChoiceLinkProps) {
  const search = new URLSearchParams({ ...parametersOf(to.range), ...parametersWithout(to) })
  return (
    <li>
      <Link
        href={search.size > 0 ? `/admin?${search}` : '/admin'}
        prefetch={false}
        scroll={false}
        aria-current={isChosen ? 'true' : undefined}
      >
        {children}
      </Link>
    </li>
  )
}

/** With the changes since the compared range. */
function FigureList({ current, compared }: { current: Figures; compared: Figures | null }) {
  const t = useTranslations('dashboard')
  const format = useFormatter()
  const money = (fen: number) => format.number(fen / 100, 'price')
  const share = (value: number) => format.number(value, { style: 'percent', maximumFractionDigits: 1 })
  const ofPlaced = ({ placed, paid_of_placed }: Figures) => (placed === 0 ? null : paid_of_placed / placed)
  const isEarned = current.gross_profit !== undefined
  const figures: {
    name: string
    of: (figures: Figures) => number | null
    as: (value: number) => string
    note?: string
    /** A percentage: the former value is shown, but no relative change. */
    isShare?: true
    /** First and larger. */
    isMain?: true
    /** An increase is bad. */
    isCost?: true
  }[] = [
    {
      name: t('figure.revenue'),
      of: (one) => one.revenue,
      as: money,
      isMain: true,
      ...(current.promotion_amount > 0 && {
        note: t('figure.promotions', { amount: money(current.promotion_amount) }),
      }),
    },
    { name: t('figure.net'), of: (one) => one.net, as: money, isMain: true },
    ...(isEarned
      ? [
          {
            name: t('figure.profit'),
            of: (one: Figures) => one.gross_profit ?? null,
            as: money,
            isMain: true as const,
            ...(typeof current.gross_margin === 'number' && {
              note: t('figure.margin', { share: share(current.gross_margin / 1_000) }),
            }),
          },
        ]
      : []),
    { name: t('figure.orders'), of: (one) => one.orders_paid, as: format.number, isMain: true },
    {
      name: t('figure.refunded'),
      of: (one) => one.refunded,
      as: money,
      isCost: true,
      ...(current.refund_rate !== null && {
        note: t('figure.refundRate', { share: share(current.refund_rate) }),
      }),
    },
    ...(isEarned
      ? [
          {
            name: t('figure.cost'),
            of: (one: Figures) => one.cost ?? null,
            as: money,
            isCost: true as const,
            note: current.cost_unknown_amount
              ? t('figure.costUnknown', { amount: money(current.cost_unknown_amount) })
              : t('figure.costKnown'),
          },
        ]
      : []),
    { name: t('figure.average'), of: (one) => one.average, as: money },
    {
      name: t('figure.buyers'),
      of: (one) => one.buyers,
      as: format.number,
      note: t('figure.newBuyers', { fresh: current.new_buyers, returning: current.returning_buyers }),
    },
    {
      name: t('figure.placed'),
      of: (one) => one.placed,
      as: format.number,
    },
    {
      name: t('figure.paidOfPlaced'),
      of: ofPlaced,
      as: share,
      isShare: true,
      note: t('figure.paidCount', { count: current.paid_of_placed }),
    },
  ]
  return (
    <dl className={classes.figures} data-earned={isEarned || undefined}>
      {figures.map(({ name, of, as, note, isShare = false, isMain, isCost = false }) => {
        const [value, before] = [of(current), compared && of(compared)]
        return (
          <div key={name} className={classes.figure} data-main={isMain}>
            <dt>{name}</dt>
            <dd className={classes.value}>{value === null ? t('figure.none') : as(value)}</dd>
            <dd className={classes.change}>
              <Change value={value} before={before} as={as} isShare={isShare} isCost={isCost} />
            </dd>
            {note && <dd className={classes.note}>{note}</dd>}
          </div>
        )
      })}
    </dl>
  )
}

/** Names the income that is no part of the gross profit. Nothing for those who do not see costs. */
function ProfitSum({ current: { net, cost, freight_income, unknown_income, gross_profit } }: { current: Figures }) {
  const t = useTranslations('dashboard.figure')
  const format = useFormatter()
  if (cost === undefined || freight_income === undefined || gross_profit === undefined) return null
  const money = (fen: number) => format.number(fen / 100, 'price')
  const parts = { net: money(net), cost: money(cost), shipping: money(freight_income), profit: money(gross_profit) }
  return (
    <p className={classes.sum}>
      {unknown_income ? t('sumUnknown', { ...parts, unknown: money(unknown_income) }) : t('sum', parts)}
    </p>
  )
}

interface ChangeProps {
  value: number | null
  before: number | null
  as: (value: number) => string
  isShare: boolean
  isCost: boolean
}

/** No percentage from this factor of growth: thousands of percent mean little. */
const multiple = 10

/** Only the former value for a share, after 0 or less, and from {@link multiple} times the former value. */
function Change({ value, before, as, isShare, isCost }: ChangeProps) {
  const t = useTranslations('dashboard.change')
  const format = useFormatter()
  if (before === null) return t('nothing')
  if (value === null || before <= 0 || isShare || value / before >= multiple) return t('from', { value: as(before) })
  const change = (value - before) / before
  const Arrow = change > 0 ? IconArrowUpRight : IconArrowDownRight
  return (
    <>
      <span
        className={classes.difference}
        data-trend={change === 0 ? undefined : change > 0 === isCost ? 'bad' : 'good'}
      >
        {change !== 0 && <Arrow size={14} aria-hidden="true" />}
        {format.number(change, { style: 'percent', maximumFractionDigits: 1, signDisplay: 'exceptZero' })}
      </span>{' '}
      {t('from', { value: as(before) })}
    </>
  )
}

function Definitions({ hasProfit }: { hasProfit: boolean }) {
  const t = useTranslations('dashboard.definitions')
  return (
    <details className={classes.definitions}>
      <summary>{t('title')}</summary>
      <ul>
        <li>{t('days')}</li>
        <li>{t('money')}</li>
        <li>{t('promotions')}</li>
        <li>{t('refundRate')}</li>
        <li>{t('buyers')}</li>
        <li>{t('placed')}</li>
        {hasProfit && <li>{t('profit')}</li>}
        <li>{t('top')}</li>
        <li>{t('fresh')}</li>
      </ul>
    </details>
  )
}
