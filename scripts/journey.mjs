// `npm run journey`: acts as a mini-program against a running demonstration and prints each step. It also serves as
// documentation: a mini-program sends the same requests. The platform (wx.login, wx.requestPayment) is simulated under
// /sandbox. BASE_URL is the URL of the shop; default http://localhost:3000. JOURNEY_HEADER is sent with every request,
// such as `x-vercel-protection-bypass: …` to a protected preview.

const base = (process.env.BASE_URL ?? `http://localhost:${process.env.PORT ?? 3000}`).replace(/\/$/, '')
const [extraName, ...extraValue] = (process.env.JOURNEY_HEADER ?? '').split(': ')
const extraHeaders = extraName ? { [extraName]: extraValue.join(': ') } : {}

let step = 0
const say = (what, result) => console.log(`${String(++step).padStart(2)}. ${what.padEnd(52)} ${result}`)
const yuan = (fen) => `¥${(fen / 100).toFixed(2)}`

/** Sends a request and returns the parsed response. Throws with the response text if the request fails. */
async function request(method, path, { body, token, headers } = {}) {
  const response = await fetch(base + path, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
      ...extraHeaders,
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text.slice(0, 300)}`)
  return text ? JSON.parse(text) : undefined
}

const platform = (body) => request('POST', '/sandbox/control', { body })

async function journey() {
  // wx.login gives the mini-program a code, which the shop exchanges for the openid at the platform.
  const { code } = await platform({ action: 'login_code', openid: `journey-${Date.now()}` })
  const { token, user } = await request('POST', '/v1/token', { body: { type: 200, account: code } })
  say('POST /v1/token            (wx.login, type 200)', `customer ${user.id}, token ${token.slice(0, 6)}…`)

  const categories = await request('GET', '/v1/category')
  say('GET  /v1/category', categories.map((one) => one.name).join(', '))

  const page = await request('GET', `/v1/product/by_category?id=${categories[0].id}&size=20`)
  const card = page.items.find((one) => one.stock > 0)
  say('GET  /v1/product/by_category', `${page.total} products; ${card.name} from ${yuan(card.price)}`)

  const product = await request('GET', `/v1/product/${card.id}`)
  const sku = product.skus.find((one) => one.stock > 0)
  say(
    `GET  /v1/product/${card.id}`,
    `${product.skus.length} SKUs; ${sku.spec_values.join(' / ') || sku.sku_no}, ${sku.stock} in stock`,
  )

  const address = await request('POST', '/v1/address', {
    token,
    body: {
      name: '林晚',
      mobile: '13800001024',
      province: '浙江省',
      city: '杭州市',
      district: '拱墅区',
      detail: '青梧路 18 号',
    },
  })
  say('POST /v1/address', `${address.city}${address.district}${address.detail}, the default`)

  // With this key, a repeated request returns the same order instead of placing a second one.
  const order = await request('POST', '/v1/order', {
    token,
    body: { items: [{ sku_id: sku.id, count: 1 }], expected_amount: sku.price },
    headers: { 'idempotency-key': crypto.randomUUID() },
  })
  say('POST /v1/order', `${order.order_no}, ${yuan(order.total_amount)}, ${order.status}`)

  const prepared = await request('POST', '/v1/pay/pre_order', { token, body: { order_id: order.id } })
  say('POST /v1/pay/pre_order', `${prepared.payment_no}, ${prepared.package.slice(0, 24)}…`)

  // wx.requestPayment: the user pays; the platform verifies paySign and sends the shop a signed and encrypted callback.
  const { payment_no, ...parameters } = prepared
  const { errMsg } = await platform({ action: 'pay', ...parameters })
  say('wx.requestPayment         (the customer pays)', errMsg)

  // The result in the mini-program does not prove the payment, so the order is read until the callback has arrived.
  const paid = await until(
    () => request('GET', `/v1/order/${order.id}`, { token }),
    (one) => one.status === 'paid',
  )
  say(
    `GET  /v1/order/${order.id}`,
    `${paid.status}, ${yuan(paid.paid_amount)}: ${paid.log.map((one) => one.action).join(', ')}`,
  )
  console.log(`\nPaid, as ${payment_no}.`)
}

async function until(read, isSo) {
  for (let attempt = 0; attempt < 40; attempt++) {
    const value = await read()
    if (isSo(value)) return value
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  throw new Error('the callback did not arrive within ten seconds')
}

try {
  console.log(`A customer at ${base}\n`)
  await journey()
} catch (error) {
  const isAway = error instanceof TypeError
  console.error(
    isAway ? `Nothing answers at ${base}: start the shop with npm run demo, or set BASE_URL.` : error.message,
  )
  process.exit(1)
}
