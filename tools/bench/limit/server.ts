/**
 * The bare server, which shows the upper limit of speed on this machine: Node's HTTP server and node-postgres run the
 * same SQL as the shop, without validation, rate limits, problem documents, logging or output schemas. Responses have
 * the same shape as those of the shop. Listens on PORT.
 */
import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { Pool, type PoolClient } from 'pg'
import { z } from 'zod'
import {
  begin,
  byCategory,
  categories,
  identify,
  identifyWrite,
  lockCustomer,
  place,
  placeReserved,
  product,
  readForPlacing,
  reserve,
  user,
} from './statements'

const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
/** A pool that sends statements without waiting for earlier answers. */
const pipelined = new Pool({ connectionString: process.env.DATABASE_URL, max: 10, pipeline: true })

const texts = {
  byCategory,
  categories,
  identify,
  identifyWrite,
  lockCustomer,
  place,
  placeReserved,
  product,
  readForPlacing,
  reserve,
  user,
}

type Name = keyof typeof texts

/** Runs a named statement that selects one JSON value per row. Returns these values. */
async function ask<Value>(on: Pool | PoolClient, name: Name, values: unknown[]): Promise<Value[]> {
  const { rows } = await on.query<{ json: Value }>({ name, text: texts[name], values })
  return rows.map(({ json }) => json)
}

interface Stocked {
  skus: { stock: number }[]
}

async function readProduct(id: string) {
  const [found] = await ask<Stocked>(pool, 'product', [Number(id)])
  return found && { ...found, stock: found.skus.reduce((sum, one) => sum + one.stock, 0) }
}

async function listProducts(query: URLSearchParams) {
  const size = Number(query.get('size'))
  const [found] = await ask<{ items: unknown[]; counted: number }>(pool, 'byCategory', [Number(query.get('id')), size])
  return found && { items: found.items, page: 1, size, total: found.counted }
}

interface Category {
  id: number
  parent_id: number | null
}

async function readCategories() {
  const below = new Map<number | null, Category[]>()
  for (const one of await ask<Category>(pool, 'categories', [])) {
    below.set(one.parent_id, [...(below.get(one.parent_id) ?? []), one])
  }
  const grow = (parent: number | null): object[] =>
    (below.get(parent) ?? []).map((one) => ({ ...one, children: grow(one.id) }))
  return grow(null)
}

async function caller(request: IncomingMessage, name: 'identify' | 'identifyWrite') {
  const token = request.headers.authorization?.slice('Bearer '.length) ?? ''
  const [found] = await ask<{ user_id: number }>(pool, name, [createHash('sha256').update(token).digest('base64url')])
  if (!found) throw new Error('the token is unknown')
  return found.user_id
}

async function readUser(request: IncomingMessage) {
  const [found] = await ask(pool, 'user', [await caller(request, 'identify')])
  return found
}

const Input = z.object({ items: z.array(z.object({ sku_id: z.int(), count: z.int() })) })

interface ReadForPlacing {
  lines: { sku_id: number; price: number }[]
  receiver: object
}

interface Placed {
  items: { id: number; sku_id: number }[]
}

type Items = z.output<typeof Input>['items']

async function orderOf(request: IncomingMessage) {
  const user_id = await caller(request, 'identifyWrite')
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  const { items } = Input.parse(JSON.parse(Buffer.concat(parts).toString()))
  return { user_id, items }
}

const suffix = () => randomBytes(7).toString('hex').toUpperCase()
const countOf = (items: Items, sku_id: number) => items.find((one) => one.sku_id === sku_id)?.count ?? 0

interface ReservedOrder extends ReadForPlacing {
  id: number
  item_ids: number[]
  created_at: string
  expires_at: string
}

/** Places an order in two round trips to the database, like the shop. */
async function placeInTwo(request: IncomingMessage) {
  const { user_id, items } = await orderOf(request)
  const client = await pipelined.connect()
  try {
    const ids = items.map((one) => one.sku_id).sort((a, b) => a - b)
    const [, , [found]] = await Promise.all([
      client.query(begin),
      client.query({ name: 'lockCustomer', text: lockCustomer, values: [user_id] }),
      ask<ReservedOrder>(client, 'reserve', [user_id, ids]),
    ])
    if (!found) throw new Error('reserve returned no row')
    const { receiver, id, created_at, expires_at } = found
    const lines = found.lines.map((line, at) => {
      const count = countOf(items, line.sku_id)
      return { ...line, count, amount: line.price * count, id: found.item_ids[at] }
    })
    const total_amount = lines.reduce((sum, line) => sum + line.amount, 0)
    const order_no = created_at.slice(2, 10).replaceAll('-', '') + suffix()
    const sku_ids = lines.map((line) => line.sku_id)
    const receiverText = JSON.stringify(receiver)
    await Promise.all([
      ask(client, 'placeReserved', [
        JSON.stringify(lines),
        order_no,
        user_id,
        total_amount,
        receiverText,
        sku_ids,
        id,
        expires_at,
      ]),
      client.query('commit'),
    ])
    return { id, order_no, created_at, expires_at, status: 'unpaid', items: lines, total_amount, receiver }
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

async function placeOrder(request: IncomingMessage) {
  const { user_id, items } = await orderOf(request)
  const client = await pool.connect()
  try {
    await client.query(begin)
    await client.query({ name: 'lockCustomer', text: lockCustomer, values: [user_id] })
    const ids = items.map((one) => one.sku_id).sort((a, b) => a - b)
    const [found] = await ask<ReadForPlacing>(client, 'readForPlacing', [user_id, ids])
    if (!found) throw new Error('read_for_placing returned no row')
    const lines = found.lines.map((line) => ({
      ...line,
      count: countOf(items, line.sku_id),
    }))
    const total_amount = lines.reduce((sum, line) => sum + line.price * line.count, 0)
    const [placed] = await ask<Placed>(client, 'place', [
      JSON.stringify(lines),
      suffix(),
      user_id,
      total_amount,
      JSON.stringify(found.receiver),
      lines.map((line) => line.sku_id),
    ])
    await client.query('commit')
    const numbers = new Map(placed?.items.map((one) => [one.sku_id, one.id]))
    const shown = lines.map((line) => ({ ...line, id: numbers.get(line.sku_id), amount: line.price * line.count }))
    return { ...placed, status: 'unpaid', items: shown, total_amount, receiver: found.receiver }
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

/** Thrown to refuse an order when too many orders are in progress. */
class Refused extends Error {}

/**
 * The maximum number of orders in progress; further orders are refused. Chosen so that an order waits for about a
 * quarter of a second.
 */
const room = 128
let underWay = 0

/** Places an order in two round trips to the database. Refuses the order if too many orders are in progress. */
async function placeWhereThereIsRoom(request: IncomingMessage) {
  if (underWay >= room) {
    request.resume()
    throw new Refused()
  }
  underWay++
  try {
    return await placeInTwo(request)
  } finally {
    underWay--
  }
}

async function answer(request: IncomingMessage): Promise<unknown> {
  const [path = '', query] = (request.url ?? '').split('?', 2)
  if (path === '/api/health') return { status: 'ok' }
  if (path === '/v1/product/by_category') return listProducts(new URLSearchParams(query))
  if (path === '/v1/category') return readCategories()
  if (path === '/v1/user') return readUser(request)
  if (path === '/v1/order') {
    if (query === 'in=two') return placeInTwo(request)
    if (query === 'in=two&refuse') return placeWhereThereIsRoom(request)
    return placeOrder(request)
  }
  return readProduct(path.slice('/v1/product/'.length))
}

// A refused client repeats its request on the same connection. By default, Node would have closed the connection by
// then.
createServer({ keepAliveTimeout: 75_000 }, (request, response) => {
  answer(request).then(
    (value) => {
      const body = JSON.stringify(value)
      const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
      response.writeHead(request.method === 'POST' ? 201 : 200, headers).end(body)
    },
    (error: unknown) => {
      if (error instanceof Refused)
        response.writeHead(503, { 'retry-after': String(1 + Math.floor(Math.random() * 6)) }).end()
      else response.writeHead(500).end(String(error))
    },
  )
}).listen(Number(process.env.PORT), '127.0.0.1')
