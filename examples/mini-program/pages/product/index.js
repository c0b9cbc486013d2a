const { read, post, intention } = require('../../utils/request')
const { loading, tapped, timeText } = require('../../utils/page')

Page({
  data: { error: '', product: null, chosen: [], sku: null, until: '', count: 1 },

  onLoad({ id }) {
    this.product_id = id
    this.addition = intention()
    return this.load()
  },

  load: loading(async function () {
    const product = await read(`/v1/product/${this.product_id}`)
    this.setData({ product })
    // What there is no choice of is chosen.
    this.pick(product.specs.map(({ values }) => (values.length === 1 ? values[0] : null)))
  }),

  choose({ currentTarget }) {
    const { at, value } = currentTarget.dataset
    const chosen = [...this.data.chosen]
    chosen[at] = chosen[at] === value ? null : value
    this.pick(chosen)
  },

  /** `spec_values` of a SKU are in the order of the specs of its product. */
  pick(chosen) {
    const isComplete = chosen.every(Boolean)
    const sku = this.data.product.skus.find(({ spec_values }) => chosen.every((value, at) => spec_values[at] === value))
    const until = sku?.deal ? timeText(sku.deal.ends_at) : ''
    this.setData({ chosen, sku: isComplete && sku ? sku : null, until })
  },

  less() {
    this.setData({ count: Math.max(1, this.data.count - 1) })
  },

  more() {
    this.setData({ count: Math.min(999, this.data.count + 1) })
  },

  addToCart: tapped(async function () {
    if (!this.isReady()) return
    const data = { sku_id: this.data.sku.id, count: this.data.count }
    await post('/v1/cart', data, { key: this.addition.keyFor(data) })
    // The next tap means another addition.
    this.addition.done()
    wx.showToast({ title: '已加入购物车' })
  }),

  buyNow() {
    if (!this.isReady()) return
    const items = [{ sku_id: this.data.sku.id, count: this.data.count }]
    getApp().globalData.basket = { items, from_cart: false }
    wx.navigateTo({ url: '/pages/checkout/index' })
  },

  isReady() {
    const { sku, count } = this.data
    const complaint = !sku ? '请先选择规格' : sku.stock < count ? '库存不足' : ''
    if (complaint) wx.showToast({ title: complaint, icon: 'none' })
    return !complaint
  },
})
