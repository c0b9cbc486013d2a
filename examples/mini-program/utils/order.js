const { get, post, put, remove } = require('./request')
const { requestPayment } = require('./platform')
const { ask } = require('./page')

/*
 * What a customer does with an order, on the list as on its own page. Each resolves with the order afterwards; with null
 * where the customer has changed their mind.
 */

/** Waits before the order is read again, in seconds: mostly the shop knows within one. */
const waits = [0.5, 1, 2, 4, 8]

/** Lets the customer pay. The order may still be unpaid afterwards: cancelled, or the shop has not heard of it yet. */
const pay = (id) => payBy({ order_id: id }, () => get(`/v1/order/${id}`))

/** By anyone who has the link of the shop. */
const payShared = (no) => payBy({ order_no: no }, () => get(`/v1/order/shared/${no}`))

async function payBy(named, read) {
  // Called again, it answers with the same attempt.
  const { payment_no, ...parameters } = await post('/v1/pay/pre_order', named, { repeatable: true })
  const outcome = await requestPayment(parameters)
  if (outcome === 'cancelled') {
    wx.showToast({ title: '支付已取消', icon: 'none' })
    return null
  }
  // What the phone says is no proof: the shop is told by the payment provider.
  let order = await read()
  for (const seconds of outcome === 'ok' ? waits : waits.slice(0, 1)) {
    if (order.status !== 'unpaid') break
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
    order = await read()
  }
  if (order.status !== 'unpaid') wx.showToast({ title: '支付成功' })
  else wx.showToast({ title: outcome === 'ok' ? '支付结果确认中，请稍后查看' : '支付失败，请重试', icon: 'none' })
  return order
}

async function cancel(id) {
  return (await ask('确定取消订单吗？')) ? post(`/v1/order/${id}/cancel`) : null
}

async function confirm(id) {
  return (await ask('请在收到商品后确认收货。')) ? post(`/v1/order/${id}/confirm`) : null
}

/** Resolves with whether it is gone. */
async function hide(id) {
  if (!(await ask('删除后不再显示该订单，确定删除吗？'))) return false
  await remove(`/v1/order/${id}`)
  return true
}

/** Puts what can still be bought into the cart, as many as were ordered. */
async function buyAgain(id) {
  const lines = await get(`/v1/order/${id}/lines`)
  const items = lines.filter(({ problem }) => !problem).map(({ sku_id, count }) => ({ sku_id, count, checked: true }))
  if (items.length === 0) {
    wx.showToast({ title: '商品均已下架或售罄', icon: 'none' })
    return
  }
  await put('/v1/cart', { items })
  if (items.length < lines.length) wx.showToast({ title: '部分商品已下架或库存不足', icon: 'none' })
  wx.switchTab({ url: '/pages/cart/index' })
}

/** The order with the buttons of its screens: what the shop says can be done with it. */
function withButtons(order) {
  return {
    ...order,
    can: {
      pay: order.actions.includes('pay'),
      cancel: order.actions.includes('cancel'),
      confirm: order.actions.includes('confirm'),
      after_sale: order.actions.includes('after_sale'),
      invoice: order.actions.includes('invoice'),
      remove: order.actions.includes('remove'),
    },
  }
}

module.exports = { pay, payShared, cancel, confirm, hide, buyAgain, withButtons }
