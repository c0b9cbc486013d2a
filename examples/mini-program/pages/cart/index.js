const { get, post, put, remove } = require('../../utils/request')
const { loading, tapped, ask } = require('../../utils/page')

Page({
  data: { error: '', lines: null, amount: 0, pieces: 0, allChecked: false, hasInvalid: false, hints: [] },

  onShow() {
    return this.load()
  },

  load: loading(async function () {
    this.show(await get('/v1/cart'))
  }),

  /** Every change is answered with the whole cart, so nothing has to be read again. */
  show(lines) {
    const sellable = lines.filter(({ problem }) => !problem)
    const checked = sellable.filter((line) => line.checked)
    this.setData({
      lines,
      amount: checked.reduce(
        (sum, { price, deal, count }) => sum + price * count - (deal ? (price - deal.price) * deal.pieces : 0),
        0,
      ),
      pieces: checked.reduce((sum, { count }) => sum + count, 0),
      allChecked: sellable.length > 0 && checked.length === sellable.length,
      hasInvalid: lines.some(({ problem }) => problem === 'withdrawn' || problem === 'off_sale'),
      hints: [],
    })
    this.readPreview(checked.map(({ sku_id, count }) => ({ sku_id, count })))
  },

  /**
   * The sum after reductions, the deals that do not apply, and the promotions whose next tier is near. A failure is not
   * shown: the cart works without them.
   */
  async readPreview(items) {
    this.asked = items
    if (items.length === 0) return
    const preview = await post('/v1/order/preview', { items }).catch(() => null)
    // The answer for an earlier selection may come last.
    if (!preview || this.asked !== items) return
    const refusalOf = ({ sku_id }) => preview.refused_deals.find((refused) => refused.sku_id === sku_id)
    this.setData({
      lines: this.data.lines.map((line) => {
        const refusal = refusalOf(line)
        const { deal_pieces = 0 } = preview.items.find(({ sku_id }) => sku_id === line.sku_id) || {}
        const deal = deal_pieces > 0 ? line.deal : null
        return { ...line, deal, refused_deal: refusal || null }
      }),
      amount: preview.items.reduce((sum, { paid_amount }) => sum + paid_amount, 0),
      hints: preview.hints,
    })
  },

  toggle: tapped(async function ({ currentTarget }) {
    const { sku_id, count, checked } = this.lineOf(currentTarget)
    this.show(await put('/v1/cart', { items: [{ sku_id, count, checked: !checked }] }))
  }),

  toggleAll: tapped(async function () {
    const checked = !this.data.allChecked
    const items = this.data.lines.map(({ sku_id, count }) => ({ sku_id, count, checked }))
    this.show(await put('/v1/cart', { items }))
  }),

  less: tapped(async function ({ currentTarget }) {
    const { sku_id, count } = this.lineOf(currentTarget)
    if (count > 1) this.show(await put('/v1/cart', { items: [{ sku_id, count: count - 1 }] }))
  }),

  more: tapped(async function ({ currentTarget }) {
    const { sku_id, count } = this.lineOf(currentTarget)
    this.show(await put('/v1/cart', { items: [{ sku_id, count: count + 1 }] }))
  }),

  removeLine: tapped(async function ({ currentTarget }) {
    const { sku_id, name } = this.lineOf(currentTarget)
    if (await ask(`确定从购物车中移除“${name}”吗？`)) await this.removeAll([sku_id])
  }),

  removeInvalid: tapped(async function () {
    const invalid = this.data.lines.filter(({ problem }) => problem === 'withdrawn' || problem === 'off_sale')
    await this.removeAll(invalid.map(({ sku_id }) => sku_id))
  }),

  async removeAll(sku_ids) {
    await remove('/v1/cart', { sku_ids: sku_ids.join(',') })
    this.show(this.data.lines.filter(({ sku_id }) => !sku_ids.includes(sku_id)))
  },

  lineOf({ dataset }) {
    return this.data.lines.find(({ sku_id }) => sku_id === dataset.sku)
  },

  openProduct({ currentTarget }) {
    wx.navigateTo({ url: `/pages/product/index?id=${this.lineOf(currentTarget).product_id}` })
  },

  checkOut() {
    const lines = this.data.lines.filter(({ checked, problem }) => checked && !problem)
    if (lines.length === 0) {
      wx.showToast({ title: '请选择要结算的商品', icon: 'none' })
      return
    }
    const items = lines.map(({ sku_id, count }) => ({ sku_id, count }))
    getApp().globalData.basket = { items, from_cart: true }
    wx.navigateTo({ url: '/pages/checkout/index' })
  },
})
