import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { Agent, request } from 'node:https'
import { text as textOf } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { fixed } from '@/tools/bench/table'
import { domain } from './machine'
import { released } from './released'

interface Body {
  body?: object
  token?: string
  idempotency_key?: string
}

export type Ask = ReturnType<typeof askerAt>

/**
 * Returns a function that sends requests to nginx at `port`. If there is no response, the returned status is 0. As
 * browsers do, it sends a GET again if nginx has closed the idle connection meanwhile, such as at a reload.
 */
export function askerAt(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 })
  return async function ask(
    method: string,
    path: string,
    { body, token, idempotency_key }: Body = {},
  ): Promise<{ status: number; text: string }> {
    const outgoing = request({
      host: '127.0.0.1',
      port,
      method,
      path,
      agent,
      servername: domain,
      rejectUnauthorized: false,
      headers: {
        host: domain,
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
        ...(idempotency_key && { 'idempotency-key': idempotency_key }),
      },
    })
    try {
      outgoing.end(body && JSON.stringify(body))
      const [incoming]: IncomingMessage[] = await once(outgoing, 'response')
      return { status: incoming?.statusCode ?? 0, text: incoming ? await textOf(incoming) : '' }
    } catch (error) {
      const wasIdle = outgoing.reusedSocket && error instanceof Error && 'code' in error && error.code === 'ECONNRESET'
      return wasIdle && method === 'GET' ? ask(method, path, { token }) : { status: 0, text: String(error) }
    }
  }
}

interface Options {
  ask: Ask
  database_url: string
  /** The session tokens of customers with an address. Each customer places one order after all others have. */
  tokens: string[]
  /** The SKUs that customers buy. */
  skus: number[]
  products: number[]
  /** Whether only one request in ten should be sent: a build takes a core or two, and changes no answer. */
  isCalm: () => boolean
}

/**
 * Returns a function that sends requests to the shop while `work` runs: twenty reads a second, the pages with their
 * scripts and styles, and two orders a second, one in three of which is cancelled. Returns a sentence for each kind of
 * request that failed, and one if an order that was placed is not in the database. `stops`: the version whose servers stop
 * meanwhile. 1.0.0 resets a new connection now and then, whose request is sent once more, as a customer would.
 */
export function customersOf({ ask, database_url, tokens, skus, products, isCalm }: Options) {
  let next = 0
  const turn = <T>(list: readonly T[]): T => {
    const value = list[next++ % list.length]
    if (value === undefined) throw new Error('The shop is empty.')
    return value
  }

  return async (name: string, stops: string, work: () => Promise<void>): Promise<string[]> => {
    const before = await countOrders(database_url)
    const failed = new Map<string, number>()
    const counts = { requests: 0, orders: 0, lost: 0, longest: 0 }
    const expectStatus = async (expected: number, method: string, path: string, options: Body = {}) => {
      const began = performance.now()
      const send = () => ask(method, path, options)
      let { status, text } = await send()
      counts.requests++
      if (status === 502 && stops === released.version) {
        counts.lost++
        ;({ status, text } = await send())
      }
      counts.longest = Math.max(counts.longest, performance.now() - began)
      if (status === expected) return text
      const key = `${method} ${path.replaceAll(/\d+/g, 'N')}: ${status} ${text.slice(0, 80)}`
      failed.set(key, (failed.get(key) ?? 0) + 1)
      return ''
    }
    const visit = async (path: string) => {
      const page = await expectStatus(200, 'GET', path)
      const parts = [...new Set([...page.matchAll(/\/_next\/static\/[^"\\]+\.(?:js|css)/g)].map(([part]) => part))]
      if (page && parts.length < 3) failed.set(`${path} has ${parts.length} scripts and styles`, 1)
      for (const part of parts) await expectStatus(200, 'GET', part)
    }
    const read = () => {
      const paths = ['/v1/category', '/v1/product/recent', `/v1/product/${turn(products)}`, '/v1/order', '/v1/user']
      const path = turn(paths)
      return expectStatus(200, 'GET', path, { token: turn(tokens) })
    }
    const order = async () => {
      const token = turn(tokens)
      const body = { items: [{ sku_id: turn(skus), count: 2 }] }
      const placed = await expectStatus(201, 'POST', '/v1/order', { token, body, idempotency_key: randomUUID() })
      if (!placed) return
      if (counts.orders++ % 3 === 0) {
        const { id } = JSON.parse(placed)
        await expectStatus(200, 'POST', `/v1/order/${id}/cancel`, { token })
      }
    }
    let isOver = false
    /** Sends a request in each interval, whether or not the one before is answered. */
    const every = async (milliseconds: number, send: () => Promise<unknown>) => {
      const sent: Promise<unknown>[] = []
      while (!isOver) {
        sent.push(send())
        await wait(isCalm() ? milliseconds * 10 : milliseconds)
      }
      await Promise.all(sent)
    }
    const lanes = [
      every(50, read),
      every(500, order),
      every(2_000, () => visit('/')),
      every(2_000, () => visit('/admin/login')),
    ]
    await wait(2_000)
    await work().finally(() => {
      isOver = true
    })
    await Promise.all(lanes)
    const added = (await countOrders(database_url)) - before
    const faults = [...failed].map(([what, count]) => `${name}: ${what} (${count} times)`)
    if (added !== counts.orders)
      faults.push(`${name}: ${counts.orders} orders were answered 201, but ${added} are there.`)
    if (counts.orders < 5) faults.push(`${name}: only ${counts.orders} orders were placed.`)
    const sum = [...failed.values()].reduce((all, one) => all + one, 0)
    console.log(
      `  ${name}: ${counts.requests} requests, ${counts.orders} orders, ${counts.lost} sent again, ${sum} failed, the longest took ${fixed(counts.longest / 1_000, 2)} s`,
    )
    return faults
  }
}

async function countOrders(database_url: string): Promise<number> {
  const client = new Client({ connectionString: database_url })
  await client.connect()
  const { rows } = await client.query<{ count: number }>('select count(*)::int as count from "order"')
  await client.end()
  return rows[0]?.count ?? 0
}
