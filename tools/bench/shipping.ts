import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { ordersSql, parcelFile } from '@/lib/server/testing/paid-orders'
import type { Options } from './bench'
import type { Load } from './load'
import { type Server, startServer } from './server'
import { addCustomers, addRoot, createShop, renewStatistics, withClient } from './shop'
import { fixed, printTable, verdict } from './table'
import { bearer } from './target'

const parcels = 5_000
/** Of each of seven kinds. */
const broken = 50
/** The server is killed so long after this slice has begun. */
const kill = { slice: 2, after_ms: 3_000 }

/** Seconds: to read the file, and for the longest slice, which may finish the parcel that it has begun. */
const bars = { read: 8, slice: 9 }

const Started = z.object({ id: z.int(), counts: z.object({ create: z.int(), error: z.int() }) })
const Progress = z.object({ done: z.int(), left: z.int() })

/**
 * Ships 5,000 parcels by a file, of which 350 are broken in seven ways, and kills the server in the second slice: everything
 * else is shipped, once, with a log entry and an audit row. Fails where it is not, or where a slice takes too long.
 */
export async function shipping(postgres_url: string, _load: Load, { folder }: Options) {
  const wanted = { count: parcels + broken, unpaid: broken }
  const database_url = await createShop(postgres_url, 'bench_shipping')
  const { token, file } = await withClient(database_url, async (client) => {
    const [user_id = 0] = await addCustomers(client, 1)
    for (const statement of ordersSql({ ...wanted, user_id })) await client.query(statement)
    const { rows } = await client.query<{ sku_no: string }>(
      'select sku_no from sku where deleted_at is null order by id limit 2',
    )
    const sku_nos = rows.map(({ sku_no }) => sku_no)
    return { token: await addRoot(client), file: parcelFile(wanted, sku_nos, broken) }
  })
  await renewStatistics(database_url)

  const start = () => startServer('native', { name: 'bench_shipping', database_url, folder })
  const form = new FormData()
  form.append('file', new Blob([file.text]), 'parcels.csv')
  let server = await start()
  const began = performance.now()
  const started = Started.parse(await post(server, token, '/cms/order/import', form))
  const read_s = (performance.now() - began) / 1_000
  if (started.counts.create !== file.fine || started.counts.error !== broken * Object.keys(file.broken).length)
    throw new Error(`the file was not read as it is: ${JSON.stringify(started.counts)}`)

  const apply = (of: Server) => post(of, token, `/cms/order/import/${started.id}/apply`, { skip_errors: true })
  const slices: { seconds: number; left: number; was_killed: boolean }[] = []
  for (let left = file.fine; left > 0; ) {
    const since = performance.now()
    const isDoomed = slices.length + 1 === kill.slice
    const answering = apply(server).catch(() => undefined)
    if (isDoomed) {
      await Promise.race([wait(kill.after_ms), answering])
      await server.kill()
    }
    const answer = await answering
    if (answer !== undefined) left = Progress.parse(answer).left
    else if (isDoomed) server = await start()
    else throw new Error('the server did not answer')
    slices.push({ seconds: (performance.now() - since) / 1_000, left, was_killed: isDoomed })
  }
  await server.stop()

  const faults = await withClient(database_url, async (client) => {
    const one = async (query: string) => Number((await client.query<{ n: string }>(query)).rows[0]?.n)
    const batch = `(select id from "order" where order_no like 'BATCH%')`
    const { rows } = await client.query<{ name: string; n: number }>(
      `select (errors -> 0 ->> 'column') || ' ' || (errors -> 0 ->> 'code') as name, count(*)::int as n
      from import_row where result = 'error' group by 1`,
    )
    const found = new Map(rows.map(({ name, n }) => [name, n]))
    return {
      parcels: (await one(`select count(*) as n from shipment where order_id in ${batch}`)) - file.fine,
      audit_rows:
        (await one(
          `select count(*) as n from oper_log where target_type = 'order' and target_id in (select id::text from "order" where order_no like 'BATCH%')`,
        )) - file.fine,
      log_entries:
        (await one(`select count(*) as n from order_log where action = 'ship' and order_id in ${batch}`)) - file.fine,
      hanging: await one(
        `select count(*) as n from "order" o where o.id in ${batch} and o.status = 'paid' and exists (select from shipment s where s.order_id = o.id)`,
      ),
      pieces: await one(
        `select count(*) as n from order_item i where i.order_id in ${batch} and i.shipped_count <> (
          select coalesce(sum(c.count), 0) from shipment_item c where c.order_item_id = i.id)`,
      ),
      kinds: Object.entries(file.broken).filter(([name, count]) => found.get(name) !== count).length,
    }
  })

  const whole = slices.filter(({ was_killed }) => !was_killed)
  const longest = Math.max(...whole.map(({ seconds }) => seconds))
  const total = whole.reduce((sum, { seconds }) => sum + seconds, 0)
  printTable(
    ['', 'value', 'bar', ''],
    [
      ['seconds to read the file', fixed(read_s, 1), bars.read, verdict(read_s, bars.read, 'lower')],
      ['seconds of the longest slice', fixed(longest, 1), bars.slice, verdict(longest, bars.slice, 'lower')],
      ['slices', slices.length, undefined, ''],
      ['parcels per second', fixed(file.fine / total, 0), undefined, ''],
      ...Object.entries(faults).map(([name, count]) => [
        `wrong: ${name}`,
        count,
        0,
        verdict(Math.abs(count), 0, 'lower'),
      ]),
    ],
  )
  if (read_s > bars.read || longest > bars.slice || Object.values(faults).some((count) => count !== 0))
    process.exitCode = 1
  return { read_s, slices, faults }
}

async function post({ url }: Server, token: string, path: string, body: FormData | object): Promise<unknown> {
  const isForm = body instanceof FormData
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { ...bearer(token), ...(!isForm && { 'content-type': 'application/json' }) },
    body: isForm ? body : JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return response.json()
}
