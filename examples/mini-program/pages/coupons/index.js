const { read, get, post, intention } = require('../../utils/request')
const { loading, tapped, timeText } = require('../../utils/page')

Page({
  data: { error: '', offers: null, coupons: null, cursor: null, code: '' },

  onLoad() {
    this.taking = intention()
  },

  onShow() {
    return this.load()
  },

  /** What can be taken, and what the customer has. */
  load: loading(async function () {
    const offers = await read('/v1/promotion')
    this.setData({ offers: offers.filter(({ coupon_source }) => coupon_source === 'customer') })
    await this.readCoupons()
  }),

  onReachBottom: loading(async function () {
    if (this.data.cursor && !this.isReading) await this.readCoupons(this.data.cursor)
  }),

  async readCoupons(cursor) {
    this.isReading = true
    try {
      const page = await get('/v1/coupon', { cursor })
      const coupons = page.items.map(shown)
      this.setData({ coupons: cursor ? [...this.data.coupons, ...coupons] : coupons, cursor: page.next_cursor })
    } finally {
      this.isReading = false
    }
  },

  take: tapped(async function ({ currentTarget }) {
    await this.add({ promotion_id: currentTarget.dataset.id })
  }),

  writeCode({ detail }) {
    this.setData({ code: detail.value })
  },

  redeem: tapped(async function () {
    const code = this.data.code.trim()
    if (!code) return
    try {
      await this.add({ code })
    } catch (error) {
      throw error.code === 'not_found' ? Object.assign(error, { message: '兑换码有误、已使用或已失效' }) : error
    }
    this.setData({ code: '' })
  }),

  async add(data) {
    const coupon = await post('/v1/coupon', data, { key: this.taking.keyFor(data) })
    this.taking.done()
    this.setData({ coupons: [shown(coupon), ...this.data.coupons] })
    wx.showToast({ title: '领取成功' })
  },

  openOrder({ currentTarget }) {
    wx.navigateTo({ url: `/pages/order/index?id=${currentTarget.dataset.id}` })
  },
})

function shown(coupon) {
  return { ...coupon, ends: timeText(coupon.ends_at) }
}
