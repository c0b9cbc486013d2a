const { read } = require('../../utils/request')
const { loading } = require('../../utils/page')

const size = 20

Page({
  data: { error: '', categories: [], category_id: null, products: [], page: 1, hasMore: false },

  onShow() {
    const { globalData } = getApp()
    const chosen = globalData.category_id
    globalData.category_id = null
    if (this.data.categories.length === 0 || (chosen && chosen !== this.data.category_id))
      return this.load(chosen || this.data.category_id)
  },

  reload() {
    return this.load(this.data.category_id)
  },

  /** With a category from the home screen both requests start together; without, the first category is not known before. */
  load: loading(async function (chosen) {
    const tree = read('/v1/category')
    const products = chosen ? this.show(chosen, 1) : null
    const categories = flat(await tree)
    this.setData({ categories })
    if (products) await products
    else if (categories.length > 0) await this.show(categories[0].id, 1)
  }),

  choose: loading(async function ({ currentTarget }) {
    await this.show(currentTarget.dataset.id, 1)
  }),

  onReachBottom: loading(async function () {
    if (!this.data.hasMore || this.isReading) return
    await this.show(this.data.category_id, this.data.page + 1)
  }),

  /** Products of a category include those of the categories below it. */
  async show(category_id, page) {
    // Who taps two categories quickly wants the second, whichever answer comes first.
    this.wanted = category_id
    this.isReading = true
    this.setData(page === 1 ? { category_id, products: [], hasMore: false } : { category_id })
    try {
      const { items } = await read('/v1/product/by_category', { id: category_id, page, size })
      if (this.wanted !== category_id) return
      this.setData({
        products: page === 1 ? items : [...this.data.products, ...items],
        page,
        hasMore: items.length === size,
      })
    } catch (error) {
      if (this.wanted === category_id) throw error
    } finally {
      if (this.wanted === category_id) this.isReading = false
    }
  },

  openProduct({ currentTarget }) {
    wx.navigateTo({ url: `/pages/product/index?id=${currentTarget.dataset.id}` })
  },
})

/** The tree as a list, each category before those below it. */
function flat(tree, depth = 0) {
  return tree.flatMap(({ id, name, children }) => [{ id, name, depth }, ...flat(children, depth + 1)])
}
