import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import type { ParameterKey } from '@/lib/kit/config/registry'
import { hashSecret } from '@/lib/token/secret'
import type { Options } from './bench'
import type { Load } from './load'
import { startServer } from './server'
import { addStock, createShop, renewStatistics, withClient } from './shop'
import { fixed, printTable, verdict } from './table'
import { median } from './target'

/** Under load at most so many times the idle time, or so many milliseconds. */
const bars = { ratio: 5, p95_ms: 60 }
const together = 200
const secret = 'a password of the bench'

interface Read {
  name: string
  path: string
  is_compressed: boolean
}

interface Round {
  idle_p95_ms: number
  p95_ms: number
  slowest_ms: number
}

/**
 * Two hundred customers sign in by password at once; whoever is told to wait waits and tries again. Meanwhile others read
 * a product and a compressed list, one after the other: their times are compared with those of an idle server. With
 * `--with`, the build in that folder is measured.
 */
export async function passwords(postgres_url: string, _: Load, options: Options) {
  const database_url = await createShop(postgres_url, 'bench_passwords')
  const category = await withClient(database_url, async (client) => {
    await addStock(client, 1_000)
    await client.query(
      `with made as (
        insert into "user" (kind, nickname, secret_hash, sandbox)
        select 'customer', '客人 ' || n, $1, true from generate_series(1, $2::int) n returning id
      )
      insert into identity (user_id, type, identifier)
      select id, 100, 'bench-' || row_number() over (order by id) from made`,
      [await hashSecret(secret), together],
    )
    const limits: Partial<Record<ParameterKey, number>> = {
      'limit.login_address': 100_000,
      'limit.login_account': 100_000,
      'limit.login_pair': 100_000,
      'limit.sign_ins': 100_000,
    }
    await client.query('insert into config (key, value) select * from jsonb_each($1::jsonb)', [JSON.stringify(limits)])
    const { rows } = await client.query<{ id: number }>(`select id from category where name = '仓库'`)
    return rows[0]?.id
  })
  await renewStatistics(database_url)
  const { url, stop } = await startServer('native', {
    name: 'passwords',
    database_url,
    folder: options.folder,
    cwd: options.with ?? '.',
  })
  const list = `/v1/product/by_category?id=${category}&size=50`
  const Page = z.object({ items: z.array(z.object({ id: z.int() })).length(50) })
  const { items } = Page.parse(await (await fetch(url + list)).json())
  const reads: Read[] = [
    { name: 'GET /v1/product/{id}', path: `/v1/product/${items[0]?.id}`, is_compressed: false },
    { name: 'A list of 50, compressed', path: list, is_compressed: true },
  ]
  const rounds = reads.map((): Round[] => [])
  const signInSeconds: number[] = []
  let refused = 0
  // Round 0 warms up the compiler and is not counted.
  for (let round = 0; round <= options.rounds; round++) {
    console.log(round === 0 ? 'Warming up …' : `Round ${round} of ${options.rounds} …`)
    const idle = await readWhile(url, reads, wait(options.seconds * 1_000))
    const began = performance.now()
    const signingIn = Promise.all(Array.from({ length: together }, (_, at) => signIn(url, `bench-${at + 1}`)))
    const busy = await readWhile(url, reads, signingIn)
    if (round === 0) continue
    signInSeconds.push((performance.now() - began) / 1_000)
    refused += (await signingIn).reduce((sum, one) => sum + one, 0)
    for (const [at, own] of rounds.entries()) {
      const [quiet, loaded] = [idle[at] ?? [], busy[at] ?? []]
      own.push({
        idle_p95_ms: percentile(quiet, 0.95),
        p95_ms: percentile(loaded, 0.95),
        slowest_ms: percentile(loaded, 1),
      })
    }
  }
  await stop()

  const endpoints = reads.map(({ name }, at) => {
    const own = rounds[at] ?? []
    const idle_p95_ms = median(own.map((one) => one.idle_p95_ms))
    return {
      name,
      idle_p95_ms,
      p95_ms: median(own.map((one) => one.p95_ms)),
      slowest_ms: median(own.map((one) => one.slowest_ms)),
      bar_ms: Math.max(bars.ratio * idle_p95_ms, bars.p95_ms),
    }
  })
  printTable(
    [`While ${together} sign in`, 'idle p95 ms', 'p95 ms', 'slowest ms', 'bar', ''],
    endpoints.map(({ name, idle_p95_ms, p95_ms, slowest_ms, bar_ms }) => [
      name,
      fixed(idle_p95_ms, 1),
      fixed(p95_ms, 1),
      fixed(slowest_ms, 1),
      fixed(bar_ms, 0),
      verdict(p95_ms, bar_ms, 'lower'),
    ]),
  )
  const all_signed_in_seconds = median(signInSeconds)
  const refused_per_round = refused / options.rounds
  console.log(
    `All ${together} are signed in after ${fixed(all_signed_in_seconds, 1)} s; ${fixed(refused_per_round, 0)} times somebody was told to wait.`,
  )
  return { endpoints, all_signed_in_seconds, refused_per_round, bars }
}

/** Signs in; returns how often the server said to wait. */
async function signIn(url: string, account: string): Promise<number> {
  for (let refused = 0; ; refused++) {
    const answer = await fetch(`${url}/v1/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ type: 100, account, secret }),
    })
    await answer.arrayBuffer()
    if (answer.status === 200) return refused
    if (answer.status !== 503) throw new Error(`A sign-in was answered ${answer.status}.`)
    await wait(Number(answer.headers.get('retry-after')) * 1_000)
  }
}

/** Sends each read again and again, one at a time, until `work` is done; returns the times in milliseconds. */
async function readWhile(url: string, reads: Read[], work: Promise<unknown>): Promise<number[][]> {
  let isDone = false
  const done = work.finally(() => {
    isDone = true
  })
  const times = Promise.all(
    reads.map(async ({ name, path, is_compressed }) => {
      const own: number[] = []
      while (!isDone) {
        const started = performance.now()
        const answer = await fetch(url + path, {
          headers: { 'accept-encoding': is_compressed ? 'gzip' : 'identity' },
        })
        await answer.arrayBuffer()
        own.push(performance.now() - started)
        const isCompressed = answer.headers.get('content-encoding') === 'gzip'
        if (answer.status !== 200 || isCompressed !== is_compressed) throw new Error(`${name} is not as it should be.`)
        // Readers that do not pause would be a load of their own.
        await wait(10)
      }
      return own
    }),
  )
  await done
  return times
}

function percentile(times: number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN
}
