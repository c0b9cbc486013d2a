/** For `/docs/guide`: an ES module without dependencies. `guide.unit.test.ts` runs it. */
export const miniProgram = (origin: string) => `// request.js
const base = '${origin}'

/** Sends one request. Resolves with the response, also for an error status; rejects if no response arrived. */
const send = (method, path, { data, key } = {}) =>
  new Promise((resolve, reject) => {
    const header = { 'content-type': 'application/json' }
    const token = wx.getStorageSync('token')
    if (token) header.authorization = 'Bearer ' + token
    if (key) header['idempotency-key'] = key
    wx.request({ url: base + path, method, data, header, success: resolve, fail: reject })
  })

let login = null

/** Signs in with wx.login and POST /v1/token. Concurrent callers share one sign-in. */
function logIn() {
  login = login || newLogin().finally(() => (login = null))
  return login
}

async function newLogin() {
  const { code } = await new Promise((success, fail) => wx.login({ success, fail }))
  const answer = await send('POST', '/v1/token', { data: { type: 200, account: code } })
  if (answer.statusCode !== 200) throw answer.data
  wx.setStorageSync('token', answer.data.token)
}

/**
 * Sends a request, and signs in again if the token has expired. Resolves with the body of the
 * answer; rejects with the problem document, whose code tells the reason.
 * \`key\`: an Idempotency-Key, for a POST with a token.
 */
export async function request(method, path, options) {
  const token = wx.getStorageSync('token')
  let answer = await send(method, path, options)
  if (answer.statusCode === 401 && answer.data.code === 'unauthenticated') {
    // Another request may have logged in meanwhile.
    if (wx.getStorageSync('token') === token) await logIn()
    answer = await send(method, path, options)
  }
  if (answer.statusCode >= 400) throw answer.data
  return answer.data
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** Opens the payment of an order for the customer. Resolves with the order, read from the shop after the payment. */
export async function pay(order_id) {
  const { payment_no, ...parameters } = await request('POST', '/v1/pay/pre_order', {
    data: { order_id },
  })
  await new Promise((success, fail) => wx.requestPayment({ ...parameters, success, fail }))
  // What the phone says is no proof: the shop hears of it from the provider, mostly within a second.
  let order = await request('GET', '/v1/order/' + order_id)
  for (const ms of [500, 1000, 2000, 4000, 8000]) {
    if (order.status !== 'unpaid') break
    await pause(ms)
    order = await request('GET', '/v1/order/' + order_id)
  }
  return order
}
`
