const config = require('../../config')
const { read } = require('../../utils/request')
const { closedText, loading } = require('../../utils/page')

Page({
  data: { error: '', home: null, banner: null, closed: '' },

  onLoad() {
    return this.load()
  },

  /** Back on this screen: the shop may have closed or opened meanwhile. A failure is not shown: the screen works without it. */
  async onShow() {
    if (!this.data.home) return
    const shop = await read('/v1/shop').catch(() => null)
    if (shop) this.setData({ closed: closedText(shop.closed) })
  },

  async onPullDownRefresh() {
    await this.load()
    wx.stopPullDownRefresh()
  },

  /** Everything on this screen is one request; a repeated one is mostly answered 304. */
  load: loading(async function () {
    const home = await read('/v1/home')
    const closed = closedText(home.shop.closed)
    this.setData({ home, banner: home.banners[config.banner] || null, closed })
    if (home.shop.name) wx.setNavigationBarTitle({ title: home.shop.name })
  }),

  openProduct({ currentTarget }) {
    wx.navigateTo({ url: `/pages/product/index?id=${currentTarget.dataset.id}` })
  },

  openCategory({ currentTarget }) {
    getApp().globalData.category_id = currentTarget.dataset.id
    wx.switchTab({ url: '/pages/category/index' })
  },

  /** A banner leads to a product, a category, or elsewhere; themes, articles and URLs have no screen here. */
  openBanner({ currentTarget }) {
    const { target_type, target } = currentTarget.dataset.item
    if (target_type === 'product') this.openProduct({ currentTarget: { dataset: { id: target } } })
    if (target_type === 'category') this.openCategory({ currentTarget: { dataset: { id: Number(target) } } })
  },
})
