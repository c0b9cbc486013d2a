import { endpoint, permission } from '@/lib/kit/api/endpoint/endpoint'
import { adjustStock } from './commands'
import * as example from './example'
import { AdjustedStock, LoggedAdjustment, StockAdjustment } from './schema'
import { withSkuIds } from './sku-ids'

export const adjustStocks = endpoint({
  method: 'POST',
  path: '/cms/stock/adjust',
  summary: 'Adjust the stock of SKUs',
  description:
    'Adds or takes off pieces, or sets what was counted, each with an entry in the stock history: all or nothing. A count is refused if the stock is not the expected one any more. Orders placed meanwhile are never undone.',
  access: permission('cms.product.stock'),
  body: StockAdjustment,
  output: AdjustedStock,
  problems: ['stale_stock', 'out_of_stock'],
  example: { body: example.adjustment, output: example.adjusted },
  async handle({ db, body, caller, recorder }) {
    const items = await adjustStock(db, { ...body, items: await withSkuIds(db, body.items, 'items') }, caller)
    recorder.audit({ target: ['stock', null], as: LoggedAdjustment, after: { ...body, items } })
    return items
  },
})
