import { useFormatter, useTranslations } from 'next-intl'
import type { z } from 'zod'
import { CsvLink } from '@/components/ui/chart/frame'
import { Picture } from '@/components/ui/picture'
import type { Top, topOrders } from '@/lib/dashboard/schema'
import classes from './start.module.css'

type Sold = z.output<typeof Top>['products']

interface TopSellersProps {
  top: z.output<typeof Top>
  by: (typeof topOrders)[number]
  /** The days, as text. */
  span: string
}

export function TopSellers({ top, by, span }: TopSellersProps) {
  const t = useTranslations('dashboard.top')
  return (
    <div className={classes.charts}>
      <TopTable title={t('products')} rows={top.products} by={by} span={span} />
      <TopTable title={t('categories')} rows={top.categories} by={by} span={span} />
    </div>
  )
}

function TopTable({ title, rows, by, span }: Omit<TopSellersProps, 'top'> & { title: string; rows: Sold }) {
  const t = useTranslations('dashboard.top')
  const format = useFormatter()
  const priceOf = (fen: number) => format.number(fen / 100, 'price')
  const most = Math.max(1, ...rows.map((row) => row[by]))
  return (
    <div className={classes.panel}>
      <table className={classes.top}>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{t('name')}</th>
            <th scope="col">{t('pieces')}</th>
            <th scope="col">{t('money')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">
                <span className={classes.named}>
                  <Picture url={row.image_url} />
                  <span>
                    {row.name}
                    <svg className={classes.rank} viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
                      <rect width={(row[by] / most) * 100} height={1} />
                    </svg>
                  </span>
                </span>
              </th>
              <td>{format.number(row.pieces)}</td>
              <td>{priceOf(row.money)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 ? (
        <p className={classes.quiet}>{t('empty')}</p>
      ) : (
        <p className={classes.file}>
          <CsvLink
            span={span}
            title={`${t('title')} – ${title}`}
            table={{
              columns: [t('name'), t('pieces'), t('money')],
              rows: rows.map(({ name, pieces, money }) => [name, format.number(pieces), priceOf(money)]),
            }}
          />
        </p>
      )}
    </div>
  )
}
