const config = require('../config')
const { failure, headerOf } = require('./failure')
const { loginCode } = require('./platform')

/** How often a request is sent at most. */
const attempts = 3
/** The longest wait that the shop may ask for before the customer is told instead, in seconds. */
const longestWait = 10
/** How many answers of public requests are kept. */
const cacheSize = 30

const pause = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000))

/** `{id: 1, q: undefined}` is `?id=1`. */
function search(query) {
  const pairs = Object.entries(query || {}).filter(([, value]) => value !== undefined && value !== null)
  if (pairs.length === 0) return ''
  return `?${pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}`
}

/** Sends a request once. Resolves with the answer, whatever its status; rejects where none came. */
function send({ method, path, query, data, header }) {
  return new Promise((resolve, reject) => {
    wx.request({
      url: config.base + path + search(query),
      method,
      data,
      header: { 'content-type': 'application/json', ...header },
      timeout: 15000,
      success: resolve,
      fail: () => reject(failure({ code: 'network' })),
    })
  })
}

/** Answers of a busy shop, and of a proxy that lost its connection to the shop. */
const passing = [502, 503, 504]

/**
 * Sends a request, again where no answer came, the shop is busy or away, or the first request with the key still runs.
 * `repeatable`: doing it twice is no different from doing it once. That is true of reads, and of requests with an
 * Idempotency-Key: their answer may have been lost on the way although the shop has done its work, and the key lets it
 * answer with that work instead of doing it again.
 */
async function sendPatiently(request, repeatable) {
  for (let attempt = 1; ; attempt++) {
    const isLast = !repeatable || attempt === attempts
    let wait = attempt
    try {
      const answer = await send(request)
      wait = Number(headerOf(answer.header, 'retry-after')) || wait
      const isBusy = passing.includes(answer.statusCode) || answer.data?.code === 'in_progress'
      if (!isBusy || isLast || wait > longestWait) return answer
    } catch (error) {
      if (isLast) throw error
    }
    await pause(wait)
  }
}

let login = null

/** Signs in. Requests that need it at the same time share one. */
function logIn() {
  login =
    login ||
    newToken().finally(() => {
      login = null
    })
  return login
}

async function newToken() {
  const data = { type: 200, account: await loginCode() }
  const { statusCode, data: body, header } = await send({ method: 'POST', path: '/v1/token', data })
  if (statusCode !== 200) throw failure(body, header)
  wx.setStorageSync('token', body.token)
}

/** Sends a request of the signed-in customer, after a new login where the token has ended. */
async function request(method, path, { query, data, key, repeatable = method === 'GET' || Boolean(key) } = {}) {
  if (!wx.getStorageSync('token')) await logIn()
  const sendAs = (token) => {
    const header = { authorization: `Bearer ${token}`, ...(key && { 'idempotency-key': key }) }
    return sendPatiently({ method, path, query, data, header }, repeatable)
  }
  const token = wx.getStorageSync('token')
  let answer = await sendAs(token)
  // invalid_credentials is a 401 too, but no new token would help.
  if (answer.statusCode === 401 && answer.data.code === 'unauthenticated') {
    // Another request may have logged in meanwhile.
    if (wx.getStorageSync('token') === token) await logIn()
    answer = await sendAs(wx.getStorageSync('token'))
  }
  if (answer.statusCode >= 400) throw failure(answer.data, answer.header)
  return answer.data
}

/** The last answers of public requests by their URL, the one that was used last at the end. */
const cache = new Map()

/**
 * Reads something public. The shop says by an ETag which version it is, and is told so the next time: what has not
 * changed is answered 304, without a body.
 */
async function read(path, query) {
  const url = path + search(query)
  const known = cache.get(url)
  const header = known ? { 'if-none-match': known.etag } : {}
  const answer = await sendPatiently({ method: 'GET', path, query, header }, true)
  if (answer.statusCode === 304 && known) {
    keep(url, known)
    return known.body
  }
  if (answer.statusCode >= 400) throw failure(answer.data, answer.header)
  const etag = headerOf(answer.header, 'etag')
  if (etag) keep(url, { etag, body: answer.data })
  return answer.data
}

function keep(url, entry) {
  cache.delete(url)
  cache.set(url, entry)
  if (cache.size > cacheSize) cache.delete(cache.keys().next().value)
}

/**
 * Keys of one intention of the customer. What is sent has the same key until the shop has done it, also when the customer
 * taps again after an answer was lost; other content has another key.
 */
function intention() {
  let key = null
  let content = null
  return {
    keyFor(data) {
      const text = JSON.stringify(data)
      if (!key || text !== content) {
        key = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 14)}`
        content = text
      }
      return key
    },
    done() {
      key = null
    },
  }
}

module.exports = {
  read,
  intention,
  get: (path, query) => request('GET', path, { query }),
  /** `options`: the `key` of an intention, or `repeatable` for a POST that does no more when it is sent twice. */
  post: (path, data, options) => request('POST', path, { data, ...options }),
  put: (path, data) => request('PUT', path, { data }),
  remove: (path, query) => request('DELETE', path, { query }),
}
