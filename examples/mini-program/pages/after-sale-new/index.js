const config = require('../../config')
const { get, post, intention } = require('../../utils/request')
const { loading, tapped } = require('../../utils/page')

Page({
  data: {
    error: '',
    items: null,
    isShipped: false,
    kind: 'refund',
    reasons: config.reasons,
    reason: 0,
    description: '',
  },

  onLoad({ order_id }) {
    this.order_id = Number(order_id)
    this.request = intention()
    return this.load()
  },

  load: loading(async function () {
    const { items, shipments } = await get(`/v1/order/${this.order_id}`)
    this.setData({
      isShipped: shipments.length > 0,
      items: items.map((item) => ({ ...item, wanted: 0 })),
    })
  }),

  less({ currentTarget }) {
    this.change(currentTarget.dataset.at, -1)
  },

  more({ currentTarget }) {
    this.change(currentTarget.dataset.at, 1)
  },

  change(at, by) {
    const { wanted, count } = this.data.items[at]
    this.setData({ [`items[${at}].wanted`]: Math.min(count, Math.max(0, wanted + by)) })
  },

  chooseKind({ currentTarget }) {
    this.setData({ kind: currentTarget.dataset.kind })
  },

  chooseReason({ detail }) {
    this.setData({ reason: Number(detail.value) })
  },

  describe({ detail }) {
    this.setData({ description: detail.value })
  },

  submit: tapped(async function () {
    const { items, kind, reasons, reason, description } = this.data
    const wanted = items.filter((item) => item.wanted > 0)
    if (wanted.length === 0) {
      wx.showToast({ title: '请选择要售后的商品', icon: 'none' })
      return
    }
    const data = {
      order_id: this.order_id,
      kind,
      reason_code: reasons[reason].value,
      description,
      items: wanted.map((item) => ({ order_item_id: item.id, count: item.wanted })),
    }
    await post('/v1/after_sale', data, { key: this.request.keyFor(data) })
    this.request.done()
    wx.redirectTo({ url: `/pages/after-sale/index?order_id=${this.order_id}` })
  }),
})
