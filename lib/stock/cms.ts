import { endpoint, permission } from '@/lib/kit/api/endpoint/endpoint'
import { ProblemDocument } from '@/lib/kit/api/endpoint/problem-document'
import { adjustStock } from './commands'
import * as example from './example'
import { AdjustedStock, LoggedAdjustment, StockAdjustment } from './schema'
import { withSkuIds } from './sku-ids'

export const adjustStocks = endpoint({
  method: 'POST',
  path: '/cms/stock/adjust',
  summary: 'Adjust the stock of SKUs',
  description:
    'Adds or takes off pieces, or sets what was counted, each with an entry in the stock history: all or nothing, unless each is true. A count with expected is refused if the stock is another one now, a count alone if unpaid orders hold more pieces. Orders placed meanwhile are never undone.',
  access: permission('cms.product.stock'),
  body: StockAdjustment,
  output: AdjustedStock,
  problems: ['stale_stock', 'out_of_stock'],
  example: { body: example.adjustment, output: example.adjusted },
  async handle({ db, body, caller, recorder, request_id }) {
    const lines = await withSkuIds(db, body.items, 'items', body.each)
    const items = await adjustStock(db, { ...body, items: lines }, caller)
    const adjusted = items.filter(({ problem }) => !problem)
    if (adjusted.length > 0)
      recorder.audit({ target: ['stock', null], as: LoggedAdjustment, after: { ...body, items: adjusted } })
    for (const { sku_id, problem } of items) if (problem) recorder.refused(['stock', sku_id || null], problem)
    return items.map(({ sku_id, balance, problem }, at) => ({
      sku_id: sku_id || null,
      sku_no: body.items[at]?.sku_no,
      balance,
      problem: problem && ProblemDocument.parse(problem.document(request_id)),
    }))
  },
})
