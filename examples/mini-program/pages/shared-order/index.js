const { get } = require('../../utils/request')
const { loading, tapped } = require('../../utils/page')
const { payShared } = require('../../utils/order')

/** An order that the shop placed, opened by its link: anyone may look at it and pay. */
Page({
  data: { error: '', order: null },

  onLoad({ no }) {
    this.no = no
  },

  onShow() {
    return this.load()
  },

  load: loading(async function () {
    this.setData({ order: await get(`/v1/order/shared/${this.no}`) })
  }),

  pay: tapped(async function () {
    const order = await payShared(this.no)
    if (order) this.setData({ order })
  }),
})
