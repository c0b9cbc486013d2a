const config = require('../../config')
const { read } = require('../../utils/request')
const { loading } = require('../../utils/page')

Page({
  data: { error: '', home: null, banner: null },

  onLoad() {
    return this.load()
  },

  async onPullDownRefresh() {
    await this.load()
    wx.stopPullDownRefresh()
  },

  /** Everything on this screen is one request; a repeated one is mostly answered 304. */
  load: loading(async function () {
    const home = await read('/v1/home')
    this.setData({ home, banner: home.banners[config.banner] || null })
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
