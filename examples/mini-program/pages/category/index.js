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

  /** Everything that is shown first is one request: the tree, and the products of the chosen category or of the first. */
  load: loading(async function (chosen) {
    this.wanted = chosen
    this.isReading = true
    try {
      const { categories, category_id, products } = await read('/v1/catalog', { category_id: chosen, size })
      this.setData({ categories: flat(categories) })
      if (this.wanted !== chosen) return
      this.wanted = category_id
      this.setData({ category_id, ...(products && shown(products)) })
    } finally {
      this.isReading = false
    }
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
      const { items, total } = await read('/v1/product/by_category', { id: category_id, page, size })
      if (this.wanted !== category_id) return
      this.setData(shown({ items: page === 1 ? items : [...this.data.products, ...items], page, total }))
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

/** The products that are known, and whether there are more. */
const shown = ({ items, page, total }) => ({ products: items, page, hasMore: items.length < total })

/** The tree as a list, each category before those below it. */
function flat(tree, depth = 0) {
  return tree.flatMap(({ id, name, children }) => [{ id, name, depth }, ...flat(children, depth + 1)])
}
