const { get } = require('../../utils/request')
const { loading, tapped, timeText } = require('../../utils/page')
const { pay, cancel, confirm, hide, buyAgain, withButtons } = require('../../utils/order')

const tabs = [
  { status: '', label: '全部' },
  { status: 'unpaid', label: '待付款' },
  { status: 'paid', label: '待发货' },
  { status: 'shipped', label: '待收货' },
  { status: 'completed', label: '已完成' },
]

Page({
  data: { error: '', tabs, status: '', counts: {}, orders: null, cursor: null },

  onLoad({ status = '' }) {
    this.setData({ status })
  },

  onShow() {
    return this.load()
  },

  load: loading(async function () {
    await this.readOrders()
  }),

  choose: loading(async function ({ currentTarget }) {
    this.setData({ status: currentTarget.dataset.status, orders: null })
    await this.readOrders()
  }),

  onReachBottom: loading(async function () {
    if (this.data.cursor && !this.isReading) await this.readOrders(this.data.cursor)
  }),

  async readOrders(cursor) {
    const { status } = this.data
    this.isReading = true
    try {
      // The numbers on the tabs come with the first page.
      const page = await get('/v1/order', {
        status: status || undefined,
        cursor,
        size: 10,
        counts: cursor ? undefined : true,
      })
      // Meanwhile another tab may have been chosen.
      if (status !== this.data.status) return
      const orders = page.items.map(shown)
      this.setData({
        orders: cursor ? [...this.data.orders, ...orders] : orders,
        cursor: page.next_cursor,
        counts: page.counts || this.data.counts,
      })
    } finally {
      this.isReading = false
    }
  },

  async readCounts() {
    this.setData({ counts: await get('/v1/order/count') })
  },

  /** Shows an order as it is now; it stays where it is until the list is read again. */
  async replace(order) {
    if (!order) return
    this.setData({ orders: this.data.orders.map((one) => (one.id === order.id ? shown(order) : one)) })
    await this.readCounts()
  },

  pay: tapped(async function ({ currentTarget }) {
    await this.replace(await pay(currentTarget.dataset.id))
  }),

  cancel: tapped(async function ({ currentTarget }) {
    await this.replace(await cancel(currentTarget.dataset.id))
  }),

  confirm: tapped(async function ({ currentTarget }) {
    await this.replace(await confirm(currentTarget.dataset.id))
  }),

  hide: tapped(async function ({ currentTarget }) {
    const { id } = currentTarget.dataset
    if (!(await hide(id))) return
    this.setData({ orders: this.data.orders.filter((one) => one.id !== id) })
    await this.readCounts()
  }),

  buyAgain: tapped(async ({ currentTarget }) => {
    await buyAgain(currentTarget.dataset.id)
  }),

  open({ currentTarget }) {
    wx.navigateTo({ url: `/pages/order/index?id=${currentTarget.dataset.id}` })
  },
})

function shown(order) {
  return { ...withButtons(order), time: timeText(order.created_at) }
}
