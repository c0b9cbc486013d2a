const { post, intention } = require('../../utils/request')
const { loading, tapped } = require('../../utils/page')
const { pay } = require('../../utils/order')

Page({
  data: { error: '', preview: null, missing: 0, address: null, remark: '' },

  onLoad() {
    this.basket = getApp().globalData.basket
    this.order = intention()
    return this.load()
  },

  /** Back from the list of addresses, where another one may have been chosen. */
  onShow() {
    const { globalData } = getApp()
    if (globalData.address) this.setData({ address: globalData.address })
    globalData.address = null
  },

  load: loading(async function () {
    await this.readPreview()
  }),

  /** Sums and the default address come from the shop; lines with too little stock are in `shortages` instead. */
  async readPreview() {
    const preview = await post('/v1/order/preview', this.basket, { repeatable: true })
    this.setData({ preview, missing: preview.shortages.length })
    const { address_id, receiver } = preview
    if (!this.data.address && receiver) this.setData({ address: { id: address_id, ...receiver } })
  },

  chooseAddress() {
    wx.navigateTo({ url: '/pages/addresses/index?choose=1' })
  },

  writeRemark({ detail }) {
    this.setData({ remark: detail.value })
  },

  submit: tapped(async function () {
    const { preview, address, remark } = this.data
    if (!address) {
      wx.showToast({ title: '请选择收货地址', icon: 'none' })
      return
    }
    const data = {
      items: preview.items.map(({ sku_id, count }) => ({ sku_id, count })),
      address_id: address.id,
      remark,
      // Nothing is ordered for another price than the one that is shown.
      expected_amount: preview.total_amount,
      from_cart: this.basket.from_cart,
    }
    const { id } = await this.place(data)
    this.order.done()
    try {
      await pay(id)
    } finally {
      // Paid or not, the order is there, and can be paid from its own page.
      wx.redirectTo({ url: `/pages/order/index?id=${id}` })
    }
  }),

  async place(data) {
    try {
      return await post('/v1/order', data, { key: this.order.keyFor(data) })
    } catch (error) {
      // Prices or stock have changed since the preview: show them as they are now.
      if (error.code === 'price_changed' || error.code === 'out_of_stock') await this.readPreview()
      throw error
    }
  },
})
