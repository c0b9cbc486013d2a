import { getFormatter, getTranslations } from 'next-intl/server'
import { placeOf } from '@/lib/address/place'
import { barcodeOf } from '@/lib/order/desk/barcode'
import type { Answer } from '@/lib/server/client'
import { readAdmin } from '@/lib/server/next/admin'
import classes from './print.module.css'

type Lists = Answer<'GET /cms/order/print'>
type Order = Lists['items'][number]

interface SheetProps {
  shop: Lists['shop']
  order: Order
  hasPrices: boolean
}

/** The heading is repeated on every printed page. */
export async function Sheet({ shop, order, hasPrices }: SheetProps) {
  const t = await getTranslations('sale.print')
  const { store, receiver, remark, notes, ships_with } = order
  return (
    <section className={classes.sheet} aria-label={t('sheet', { no: order.order_no })}>
      {/* A table, because browsers repeat the head of a table on every page, and nothing else. */}
      <table role="presentation" className={classes.frame}>
        <thead>
          <tr>
            <td>
              <Head shop={shop} order={order} />
            </td>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>
              <dl className={classes.to}>
                <div>
                  <dt>{store ? t('collectedBy') : t('receiver')}</dt>
                  <dd lang="zh-CN">
                    <strong>
                      {receiver.name} {receiver.mobile}
                    </strong>
                    <br />
                    {store && <strong>{store.name} </strong>}
                    {placeOf(receiver)}
                  </dd>
                </div>
                {remark && (
                  <div>
                    <dt>{t('remark')}</dt>
                    <dd className={classes.remark}>{remark}</dd>
                  </div>
                )}
                {ships_with.length > 0 && (
                  <div>
                    <dt>{t('shipsWith')}</dt>
                    <dd>{ships_with.join(', ')}</dd>
                  </div>
                )}
                {notes.length > 0 && (
                  <div>
                    <dt>{t('notes')}</dt>
                    <dd className={classes.remark}>{notes.join('\n')}</dd>
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

async function Head({ shop, order }: Pick<SheetProps, 'shop' | 'order'>) {
  const [t, format, { dictionaries }] = await Promise.all([getTranslations('sale.print'), getFormatter(), readAdmin()])
  const at = (moment: string) => format.dateTime(new Date(moment), { dateStyle: 'medium', timeStyle: 'short' })
  const { order_no, status, created_at, paid_at, prints, printed } = order
  const label = dictionaries.order_status?.find(({ value }) => value === status)?.label ?? status
  const bars = { dangerouslySetInnerHTML: { __html: barcodeOf(order_no) } }
  return (
    <div className={classes.head}>
      <div>
        {(shop.name || shop.phone) && (
          <p className={classes.shop}>
            <strong>{shop.name}</strong> {shop.phone}
          </p>
        )}
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

async function Lines({ order: { items }, hasPrices }: Pick<SheetProps, 'order' | 'hasPrices'>) {
  const [t, format] = await Promise.all([getTranslations('sale.print'), getFormatter()])
  const price = (fen: number) => format.number(fen / 100, 'price')
  const sum = (field: 'count' | 'shipped_count' | 'left_count') =>
    format.number(items.reduce((total, item) => total + item[field], 0))
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
        {/* Not a tfoot, which browsers repeat on every page. */}
        <tr className={classes.total}>
          <th scope="row" colSpan={hasPrices ? 4 : 3}>
            {t('total')}
          </th>
          <td>{sum('count')}</td>
          {hasPrices && <td />}
          <td>{sum('shipped_count')}</td>
          <td>{sum('left_count')}</td>
        </tr>
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
