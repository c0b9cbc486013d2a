// Keeps an ERP in step with the shop. Needs Node 20 and no packages. See README.md.

import { createHash } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'

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

/** What the ERP knows, in one file. A real one has its database: save orders and `updated_from` in one transaction. */
export class FileStore {
  constructor(file) {
    this.file = file
    try {
      Object.assign(this, JSON.parse(readFileSync(file, 'utf8')))
    } catch (error) {
      if (error.code !== 'ENOENT') throw error
      Object.assign(this, { updated_from: undefined, orders: {} })
    }
  }

  /** Renamed, so that the file is whole after a crash. */
  save() {
    const { updated_from, orders } = this
    writeFileSync(`${this.file}.new`, JSON.stringify({ updated_from, orders }))
    renameSync(`${this.file}.new`, this.file)
  }
}

export class Erp {
  constructor(shop, store) {
    Object.assign(this, { shop, store })
  }

  /** Reads the orders that have changed, at first all. One request if none has. */
  async mirror() {
    for (let cursor = ''; cursor !== null; ) {
      const { updated_from } = this.store
      const page = await this.shop.get('/cms/order', {
        sort: 'updated_at',
        size: 50,
        ...(updated_from && { updated_from }),
        ...(cursor && { cursor }),
      })
      for (const { id, updated_at } of page.items) {
        // What changed at the very time of updated_from comes again.
        if (this.store.orders[id]?.updated_at !== updated_at) await this.#read(id, updated_at)
        this.store.updated_from = updated_at
      }
      this.store.save()
      cursor = page.next_cursor
    }
  }

  /** `updated_at`: as in the list, since the order may have changed again. */
  async #read(id, updated_at) {
    const { order_no, status, version, total_amount, items } = await this.shop.get(`/cms/order/${id}`)
    const lines = items.map(({ id, sku_no, count, shipped_count, refunded_count }) => ({
      id,
      sku_no,
      count,
      shipped_count,
      refunded_count,
    }))
    this.store.orders[id] = { order_no, status, version, total_amount, updated_at, lines }
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
      console.log(`${new Date().toISOString()} ${Object.keys(store.orders).length} orders, until ${store.updated_from}`)
    } catch (error) {
      console.error(error.problem ?? error)
    }
    await wait(Number(EVERY_SECONDS) * 1_000)
  }
}
