import { getFormatter, getTranslations } from 'next-intl/server'
import { placeOf } from '@/lib/address/place'
import type { Answer } from '@/lib/api/client'
import { readAdmin } from '@/lib/next/admin'
import { barcodeOf } from '@/lib/order/barcode'
import classes from './print.module.css'

type Order = Answer<'GET /cms/order/print'>['items'][number]

interface SheetProps {
  order: Order
  hasPrices: boolean
}

/** The packing list of an order, on one page or more; its heading is on each of them. */
export async function Sheet({ order, hasPrices }: SheetProps) {
  const t = await getTranslations('sale.print')
  const { receiver, remark } = order
  return (
    <section className={classes.sheet} aria-label={t('sheet', { no: order.order_no })}>
      {/* Browsers repeat the head of a table on every page, and of nothing else. */}
      <table role="presentation" className={classes.frame}>
        <thead>
          <tr>
            <td>
              <Head order={order} />
            </td>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>
              <dl className={classes.to}>
                <div>
                  <dt>{t('receiver')}</dt>
                  <dd lang="zh-CN">
                    <strong>
                      {receiver.name} {receiver.mobile}
                    </strong>
                    <br />
                    {placeOf(receiver)}
                  </dd>
                </div>
                {remark && (
                  <div>
                    <dt>{t('remark')}</dt>
                    <dd className={classes.remark}>{remark}</dd>
                  </div>
                )}
              </dl>
              <Lines order={order} hasPrices={hasPrices} />
              {hasPrices && <Sums order={order} />}
            </td>
          </tr>
        </tbody>
      </table>
    </section>
  )
}

async function Head({ order }: { order: Order }) {
  const [t, format, { dictionaries }] = await Promise.all([getTranslations('sale.print'), getFormatter(), readAdmin()])
  const at = (moment: string) => format.dateTime(new Date(moment), { dateStyle: 'medium', timeStyle: 'short' })
  const { order_no, status, created_at, paid_at, prints, printed } = order
  const label = dictionaries.order_status?.find(({ value }) => value === status)?.label ?? status
  const bars = { dangerouslySetInnerHTML: { __html: barcodeOf(order_no) } }
  return (
    <div className={classes.head}>
      <div>
        <h2>{t('heading')}</h2>
        <p>
          {t('placed', { at: at(created_at) })}
          {paid_at && ` · ${t('paid', { at: at(paid_at) })}`}
        </p>
        {status !== 'paid' && <p className={classes.mark}>{t('status', { status: label })}</p>}
        {printed && (
          <p className={classes.mark}>
            {t('printed', { count: prints, at: at(printed.at), name: printed.by?.name ?? '' })}
          </p>
        )}
      </div>
      <div className={classes.number}>
        <div className={classes.bars} aria-hidden="true" {...bars} />
        <span>{order_no}</span>
      </div>
    </div>
  )
}

async function Lines({ order: { items }, hasPrices }: SheetProps) {
  const [t, format] = await Promise.all([getTranslations('sale.print'), getFormatter()])
  const price = (fen: number) => format.number(fen / 100, 'price')
  return (
    <table className={classes.lines}>
      <thead>
        <tr>
          <th scope="col">{t('line')}</th>
          <th scope="col" className={classes.item}>
            {t('item')}
          </th>
          <th scope="col" className={classes.sku}>
            {t('sku')}
          </th>
          {hasPrices && <th scope="col">{t('price')}</th>}
          <th scope="col">{t('count')}</th>
          {hasPrices && <th scope="col">{t('amount')}</th>}
          <th scope="col">{t('shipped')}</th>
          <th scope="col">{t('left')}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item, at) => (
          <tr key={item.id}>
            <td>{at + 1}</td>
            <td className={classes.item}>
              {item.name}
              {item.spec_text && <small>{item.spec_text}</small>}
            </td>
            <td className={classes.sku}>{item.sku_no}</td>
            {hasPrices && <td>{price(item.price)}</td>}
            <td>{item.count}</td>
            {hasPrices && <td>{price(item.amount)}</td>}
            <td>{item.shipped_count}</td>
            <td>
              <strong>{item.left_count}</strong>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

async function Sums({ order }: { order: Order }) {
  const [t, format] = await Promise.all([getTranslations('sale.sum'), getFormatter()])
  const sums: [label: string, fen: number, isShown: boolean][] = [
    [t('items'), order.items_amount, true],
    [t('freight'), order.freight_amount, order.freight_amount > 0],
    [t('discount'), -order.discount_amount, order.discount_amount > 0],
    [t('total'), order.total_amount, true],
  ]
  return (
    <dl className={classes.sums}>
      {sums
        .filter(([, , isShown]) => isShown)
        .map(([label, fen]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{format.number(fen / 100, 'price')}</dd>
          </div>
        ))}
    </dl>
  )
}
