const { get, post } = require('../../utils/request')
const { failed, loading, tapped, timeText } = require('../../utils/page')
const { pay, cancel, confirm, hide, buyAgain, withButtons } = require('../../utils/order')

Page({
  data: { error: '', order: null },

  onLoad({ id }) {
    this.order_id = Number(id)
  },

  onShow() {
    return this.load()
  },

  load: loading(async function () {
    this.show(await get(`/v1/order/${this.order_id}`))
  }),

  /** Null: nothing was done. */
  show(order) {
    if (!order) return
    const items = new Map(order.items.map((item) => [item.id, item]))
    // What is closed pays nothing: another refund has taken its place, or the shop has given it up.
    const refunds = order.refunds.filter(({ status }) => status !== 'closed')
    this.setData({
      order: {
        ...withButtons(order),
        refunds: refunds.map((refund) => ({
          ...refund,
          time: timeText(refund.created_at),
          items: refund.items.map((item) => {
            const { name, count, deal_pieces, paid_amount } = items.get(item.order_item_id)
            // Staff may have paid back another amount.
            const is_share = Math.abs(item.amount - (paid_amount * item.count) / count) <= item.count
            return { ...item, name, is_averaged: is_share && deal_pieces > 0 && deal_pieces < count }
          }),
        })),
        log: order.log.map((entry) => ({ ...entry, time: timeText(entry.created_at) })),
        shipments: order.shipments.map((shipment) => ({
          ...shipment,
          time: timeText(shipment.shipped_at),
          news: shipment.tracking && { ...shipment.tracking, time: timeText(shipment.tracking.at) },
          contents: shipment.items
            .map(({ order_item_id, count }) => `${items.get(order_item_id).name} ×${count}`)
            .join('、'),
        })),
      },
    })
  },

  pay: tapped(async function () {
    this.show(await pay(this.order_id))
  }),

  cancel: tapped(async function () {
    this.show(await cancel(this.order_id))
  }),

  confirm: tapped(async function () {
    this.show(await confirm(this.order_id))
  }),

  hide: tapped(async function () {
    if (await hide(this.order_id)) wx.navigateBack()
  }),

  buyAgain: tapped(async function () {
    await buyAgain(this.order_id)
  }),

  /** With the plugin of WeChat, if the mini-program has it. */
  openTracking({ currentTarget }) {
    const { waybill_token } = currentTarget.dataset.shipment
    try {
      requirePlugin('logisticsPlugin').openWaybillTracking({ waybillToken: waybill_token })
    } catch {
      this.copyTracking({ currentTarget })
    }
  },

  /** A mini-program cannot open the page of a carrier, so the customer gets the number, or the address of that page. */
  copyTracking({ currentTarget }) {
    const { tracking_no, carrier_url } = currentTarget.dataset.shipment
    wx.setClipboardData({ data: carrier_url || tracking_no })
  },

  askForRefund() {
    wx.navigateTo({ url: `/pages/after-sale-new/index?order_id=${this.order_id}` })
  },

  /** Takes a title that the customer has in WeChat. */
  askForInvoice() {
    wx.chooseInvoiceTitle({
      success: (title) => this.sendInvoice(title),
      fail: failed('未能读取微信发票抬头，请稍后重试'),
    })
  },

  sendInvoice: tapped(async function ({ type, title, taxNumber, companyAddress, telephone, bankName, bankAccount }) {
    const company = {
      tax_no: taxNumber,
      address: companyAddress,
      phone: telephone,
      bank: bankName,
      bank_account: bankAccount,
    }
    // WeChat gives empty texts for what is missing.
    const given = Object.entries(String(type) === '0' ? company : {}).filter(([, text]) => text)
    const kind = String(type) === '0' ? 'company' : 'personal'
    await post('/v1/invoice', { order_id: this.order_id, kind, title, ...Object.fromEntries(given) })
    wx.showToast({ title: '已提交给店铺', icon: 'none' })
    this.show(await get(`/v1/order/${this.order_id}`))
  }),

  openInvoice() {
    wx.downloadFile({
      url: this.data.order.invoice.file_url,
      success: ({ statusCode, tempFilePath }) => {
        const fail = failed('发票未能打开，请刷新后重试')
        // The address works for an hour. What the shop answers afterwards is no invoice.
        if (statusCode === 200) wx.openDocument({ filePath: tempFilePath, showMenu: true, fail })
        else fail({ errMsg: `downloadFile:${statusCode}` })
      },
      fail: failed('发票下载失败，请检查网络后重试'),
    })
  },

  openCases() {
    wx.navigateTo({ url: `/pages/after-sale/index?order_id=${this.order_id}` })
  },
})
