const { get, put } = require('../../utils/request')
const { loading, tapped } = require('../../utils/page')

Page({
  data: { error: '', user: null, counts: {}, nickname: '' },

  onShow() {
    return this.load()
  },

  load: loading(async function () {
    const user = await get('/v1/user', { counts: true })
    this.setData({ user, counts: user.order_counts, nickname: user.nickname })
  }),

  writeNickname({ detail }) {
    this.setData({ nickname: detail.value })
  },

  saveNickname: tapped(async function () {
    const user = await put('/v1/user', { nickname: this.data.nickname })
    this.setData({ user, nickname: user.nickname })
    wx.showToast({ title: '已保存' })
  }),

  openOrders({ currentTarget }) {
    wx.navigateTo({ url: `/pages/orders/index?status=${currentTarget.dataset.status}` })
  },

  openCases() {
    wx.navigateTo({ url: '/pages/after-sale/index' })
  },

  openCoupons() {
    wx.navigateTo({ url: '/pages/coupons/index' })
  },

  openAddresses() {
    wx.navigateTo({ url: '/pages/addresses/index' })
  },
})
