const { get, post, intention } = require('../../utils/request')
const { closedText, loading, tapped } = require('../../utils/page')
const { pay } = require('../../utils/order')

/** Until the customer chooses a coupon, the shop takes the one that saves most. */
const best = { best_coupon: true }
const noCoupon = { text: '不使用优惠券' }

Page({
  data: {
    error: '',
    preview: null,
    closed: '',
    missing: 0,
    // Lines with pieces at the regular price although there is a deal, with their names.
    refused: [],
    coupons: [],
    used: null,
    address: null,
    remark: '',
    // The store where the goods are collected, and by whom; without a store they are sent.
    stores: [],
    store: null,
    contact: { name: '', mobile: '' },
  },

  onLoad() {
    this.basket = getApp().globalData.basket
    this.order = intention()
    this.choice = best
    return this.load()
  },

  /** Back from the list of addresses, where another one may have been chosen. */
  onShow() {
    const { globalData } = getApp()
    const { address } = globalData
    globalData.address = null
    if (!address) return
    this.setData({ address })
    // Another address may have another shipping fee.
    return this.load()
  },

  load: loading(async function () {
    await this.readPreview()
  }),

  /**
   * Sums and the default address come from the shop; lines with too little stock are in `shortages` instead, and those
   * that are not delivered to the address, or not collected, in `undeliverable`, too.
   */
  async readPreview() {
    let preview
    const { address, store } = this.data
    const to = store ? { store_id: store.id } : address ? { address_id: address.id } : {}
    try {
      preview = await post('/v1/order/preview', { ...this.basket, ...this.choice, ...to }, { repeatable: true })
    } catch (error) {
      if (error.code !== 'coupon_unusable') throw error
      // The chosen coupon does not apply any more: the best one is shown, and the customer is told.
      this.choice = best
      await this.readPreview()
      throw error
    }
    const usable = preview.coupons.filter((coupon) => coupon.usable)
    const discount = preview.discounts.find(({ coupon_id }) => coupon_id !== null)
    this.setData({
      preview,
      closed: closedText(preview.closed),
      missing: preview.shortages.length,
      refused: preview.refused_deals.map((refusal) => {
        const { name = '', count = 0 } = preview.items.find(({ sku_id }) => sku_id === refusal.sku_id) || {}
        return { ...refusal, name, count }
      }),
      coupons: usable.length > 0 ? [...usable.map(shown), noCoupon] : [],
      used: discount || null,
    })
    const { address_id, receiver } = preview
    if (!this.data.address && receiver) this.setData({ address: { id: address_id, ...receiver } })
  },

  chooseCoupon: tapped(async function ({ detail }) {
    const { id } = this.data.coupons[detail.value]
    this.choice = id ? { coupon_id: id } : {}
    await this.readPreview()
  }),

  /** Switches between sending and collecting; at first, the customer of the address collects at the first store. */
  chooseWay: tapped(async function () {
    const { store, address, contact } = this.data
    const stores = store ? [] : await get('/v1/store')
    const { name, mobile } = address || contact
    this.setData({ stores, store: stores[0] || null, contact: contact.name ? contact : { name, mobile } })
    await this.readPreview()
  }),

  chooseStore: tapped(async function ({ detail }) {
    this.setData({ store: this.data.stores[detail.value] })
    await this.readPreview()
  }),

  writeName({ detail }) {
    this.setData({ 'contact.name': detail.value })
  },

  writeMobile({ detail }) {
    this.setData({ 'contact.mobile': detail.value })
  },

  chooseAddress() {
    wx.navigateTo({ url: '/pages/addresses/index?choose=1' })
  },

  writeRemark({ detail }) {
    this.setData({ remark: detail.value })
  },

  submit: tapped(async function () {
    const { preview, used, address, remark, store, contact } = this.data
    const missing = store ? !contact.name || !contact.mobile : !address
    if (missing) {
      wx.showToast({ title: store ? '请填写提货人和手机号' : '请选择收货地址', icon: 'none' })
      return
    }
    const data = {
      items: preview.items.map(({ sku_id, count }) => ({ sku_id, count })),
      ...(store ? { store_id: store.id, contact } : { address_id: address.id }),
      remark,
      // Nothing is ordered for another price than the one that is shown.
      expected_amount: preview.total_amount,
      from_cart: this.basket.from_cart,
      coupon_id: used ? used.coupon_id : undefined,
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
      // The shop has closed, or the coupon, prices or stock have changed since the preview: show them as they are now.
      if (error.code === 'coupon_unusable') this.choice = best
      if (['shop_closed', 'coupon_unusable', 'price_changed', 'out_of_stock', 'not_deliverable'].includes(error.code))
        await this.readPreview()
      throw error
    }
  },
})

/** A usable coupon as an entry of the picker. */
function shown({ id, label, off_amount }) {
  return { id, text: `${label}，立减 ¥${(off_amount / 100).toFixed(2)}` }
}
