const { get, post, intention } = require('../../utils/request')
const { entriesOf } = require('../../utils/dict')
const { loading, tapped } = require('../../utils/page')

Page({
  data: {
    error: '',
    items: null,
    isShipped: false,
    kind: 'refund',
    reasons: [],
    reason: 0,
    description: '',
  },

  onLoad({ order_id }) {
    this.order_id = Number(order_id)
    this.request = intention()
    return this.load()
  },

  load: loading(async function () {
    const [{ items }, reasons] = await Promise.all([get(`/v1/order/${this.order_id}`), entriesOf('after_sale_reason')])
    this.setData({
      reasons,
      isShipped: items.some(({ returnable_count }) => returnable_count > 0),
      // Of items that were refunded for less than was paid, the money that is left can be asked for, without a piece.
      items: items.map((item) => ({
        ...item,
        most: item.refundable_count,
        wanted: 0,
        rest: item.refundable_count === 0 ? item.refundable_amount : 0,
        isRestWanted: false,
      })),
    })
  }),

  less({ currentTarget }) {
    this.change(currentTarget.dataset.at, -1)
  },

  more({ currentTarget }) {
    this.change(currentTarget.dataset.at, 1)
  },

  change(at, by) {
    const { wanted, most } = this.data.items[at]
    this.setData({ [`items[${at}].wanted`]: Math.min(most, Math.max(0, wanted + by)) })
  },

  toggleRest({ currentTarget }) {
    const { at } = currentTarget.dataset
    this.setData({ [`items[${at}].isRestWanted`]: !this.data.items[at].isRestWanted })
  },

  /** Money alone can be asked for all pieces; sent back can only be those that were shipped. */
  chooseKind({ currentTarget }) {
    const { kind } = currentTarget.dataset
    const items = this.data.items.map((item) => {
      const most = kind === 'return_refund' ? item.returnable_count : item.refundable_count
      return { ...item, most, wanted: Math.min(item.wanted, most) }
    })
    this.setData({ kind, items })
  },

  chooseReason({ detail }) {
    this.setData({ reason: Number(detail.value) })
  },

  describe({ detail }) {
    this.setData({ description: detail.value })
  },

  submit: tapped(async function () {
    const { items, kind, reasons, reason, description } = this.data
    const wanted = items.filter((item) => item.wanted > 0 || (item.isRestWanted && kind === 'refund'))
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
