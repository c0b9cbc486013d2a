// Keeps an ERP in step with the shop. Needs Node 20 and no packages. See README.md.

import { createHash } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'

const orderTypes = ['placed', 'paid', 'changed', 'shipped', 'completed', 'cancelled'].map((type) => `order.${type}`)
const refundTypes = ['succeeded', 'failed', 'refused', 'settled'].map((type) => `refund.${type}`)
const caseTypes = ['opened', 'changed', 'closed'].map((type) => `after_sale.${type}`)
const types = [...orderTypes, ...refundTypes, ...caseTypes].join()

/** Failures after which the same request may be sent again: with its Idempotency-Key it has one effect. */
const isTemporary = ({ status, code }) => status === 429 || status >= 500 || code === 'in_progress'

export class Refusal extends Error {
  constructor(problem) {
    super(problem.detail)
    this.problem = problem
  }
}

export class Shop {
  constructor({ base, key, fetch = globalThis.fetch, pause = wait, attempts = 8 }) {
    Object.assign(this, { base, key, fetch, pause, attempts })
  }

  get(path, query = {}) {
    return this.#send('GET', `${path}?${new URLSearchParams(query)}`)
  }

  /** The key follows from `reason` and the body: the same intention, also after a restart, has one effect. */
  post(path, body, reason = '') {
    const hash = createHash('sha256')
      .update(JSON.stringify([path, body, reason]))
      .digest('base64url')
    return this.#send('POST', path, body, { 'idempotency-key': hash })
  }

  async #send(method, path, body, headers = {}) {
    for (let attempt = 1; ; attempt++) {
      const answer = await this.#once(method, path, body, headers).catch((error) => ({ status: 503, error }))
      if (answer.status < 400) return answer.body
      const problem = answer.body ?? { status: answer.status, detail: String(answer.error) }
      if (attempt === this.attempts || !isTemporary({ ...problem, status: answer.status })) throw new Refusal(problem)
      await this.pause(1_000 * (problem.retry_after ?? Math.min(2 ** attempt, 60)))
    }
  }

  async #once(method, path, body, headers) {
    const response = await this.fetch(new URL(path, this.base), {
      method,
      headers: {
        ...headers,
        authorization: `Bearer ${this.key}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    const text = await response.text()
    return { status: response.status, body: text ? JSON.parse(text) : undefined }
  }
}

/** What the ERP knows, in one file. A real one has its database: save orders and `after` in one transaction. */
export class FileStore {
  constructor(file) {
    this.file = file
    try {
      Object.assign(this, JSON.parse(readFileSync(file, 'utf8')))
    } catch (error) {
      if (error.code !== 'ENOENT') throw error
      Object.assign(this, { after: undefined, orders: {} })
    }
  }

  /** Renamed, so that the file is whole after a crash. */
  save() {
    const { after, orders } = this
    writeFileSync(`${this.file}.new`, JSON.stringify({ after, orders }))
    renameSync(`${this.file}.new`, this.file)
  }
}

export class Erp {
  constructor(shop, store) {
    Object.assign(this, { shop, store })
  }

  /** Reads what has happened. One request if nothing has. */
  async mirror() {
    if (this.store.after === undefined) return this.mirrorAll()
    for (let hasMore = true; hasMore; ) {
      const page = await this.#events(this.store.after)
      // After so many days without a look at the shop, the events are gone.
      if (!page) return this.mirrorAll()
      await this.#read(
        new Set(
          page.items.map(({ resource, resource_id, data }) => (resource === 'order' ? resource_id : data.order_id)),
        ),
      )
      this.store.after = page.next_after
      this.store.save()
      hasMore = page.has_more
    }
  }

  /** All orders, once. What changes meanwhile comes again as an event. */
  async mirrorAll() {
    let after
    for (let hasMore = true; hasMore; ) {
      const page = await this.#events(after)
      if (!page) throw new Error('The events were pruned faster than they are read.')
      after = page.next_after
      hasMore = page.has_more
    }
    for (let cursor = ''; cursor !== null; ) {
      const page = await this.shop.get('/cms/order', { size: 100, ...(cursor && { cursor }) })
      await this.#read(new Set(page.items.map(({ id }) => id)))
      cursor = page.next_cursor
    }
    this.store.after = after
    this.store.save()
  }

  async #events(after) {
    try {
      return await this.shop.get('/cms/event', { types, size: 50, ...(after !== undefined && { after }) })
    } catch (error) {
      if (error.problem?.code === 'events_gone') return undefined
      throw error
    }
  }

  async #read(ids) {
    for (const id of ids) {
      const { order_no, status, version, total_amount, items } = await this.shop.get(`/cms/order/${id}`)
      const lines = items.map(({ id, sku_no, count, shipped_count, refunded_count }) => ({
        id,
        sku_no,
        count,
        shipped_count,
        refunded_count,
      }))
      this.store.orders[id] = { order_no, status, version, total_amount, lines }
    }
  }

  /** All pieces that are not paid, by `sku_no`. Returns the problems of lines that the shop has refused. */
  pushStock(counted, reason) {
    const lines = Object.entries(counted).map(([sku_no, pieces]) => ({ sku_no, counted: pieces }))
    return this.#push(lines, (items) =>
      this.shop.post('/cms/stock/adjust', { reason: 'counted', each: true, items }, reason),
    )
  }

  /** In fen, by `sku_no`. Returns the problems of lines that the shop has refused. */
  pushPrices(prices, reason) {
    const lines = Object.entries(prices).map(([sku_no, price]) => ({ sku_no, price }))
    return this.#push(lines, async (items) => (await this.shop.post('/cms/sku/price', { items }, reason)).results)
  }

  async #push(lines, send) {
    const problems = {}
    for (let from = 0; from < lines.length; from += 200) {
      const items = lines.slice(from, from + 200)
      const results = await send(items)
      results.forEach(({ problem }, at) => {
        if (problem) problems[items[at].sku_no] = problem
      })
    }
    return problems
  }

  /** Ships all that is left. false: the order is in another state meanwhile. */
  async ship(id, { carrier, tracking_no }) {
    for (;;) {
      const { version, shipments } = await this.shop.get(`/cms/order/${id}`)
      // Before a restart, perhaps without the answer.
      if (shipments.some((sent) => sent.tracking_no === tracking_no)) return true
      try {
        await this.shop.post(`/cms/order/${id}/ship`, { method: 'express', carrier, tracking_no, version })
        return true
      } catch (error) {
        if (error.problem?.code === 'stale_version') continue
        if (error.problem?.status === 409) return false
        throw error
      }
    }
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { SHOP_URL = 'http://localhost:3000', SHOP_KEY, STATE = 'erp.json', EVERY_SECONDS = '300' } = process.env
  if (!SHOP_KEY) throw new Error('Set SHOP_KEY to the secret of an API key.')
  const store = new FileStore(STATE)
  const erp = new Erp(new Shop({ base: SHOP_URL, key: SHOP_KEY }), store)
  for (;;) {
    try {
      await erp.mirror()
      console.log(`${new Date().toISOString()} ${Object.keys(store.orders).length} orders, event ${store.after}`)
    } catch (error) {
      console.error(error.problem ?? error)
    }
    await wait(Number(EVERY_SECONDS) * 1_000)
  }
}
