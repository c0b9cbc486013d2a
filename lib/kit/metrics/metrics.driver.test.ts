import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { connect, transactionsAtOnce } from '@/db/connection/client'
import * as tables from '@/db/tables'
import { writeQueue } from '@/lib/kit/api/run/write-queue'
import { build } from '@/lib/kit/build'
import { connection, setConnection } from '@/lib/kit/database'
import { env } from '@/lib/kit/env'
import { alarm } from '@/lib/payment/alarm'
import { endpoints, jobs } from '@/lib/server/endpoints'
import { runJob, jobs as runningJobs } from '@/lib/server/jobs/jobs'
import { dispatch, type RouteModule, send } from '@/lib/server/testing/api'
import { database, newCustomer, unique } from '@/lib/server/testing/factories'
import { metrics } from './metrics'
import { serveMetrics } from './serve'

const authorization = `Bearer ${process.env.METRICS_TOKEN}`
const ask = (headers: Record<string, string> = { authorization }) =>
  serveMetrics(new Request('http://localhost:3000/api/metrics', { headers }))

/**
 * Returns the value of a metric, such as `name{label="value"}`; undefined if the response of the metrics does not
 * contain this metric.
 */
async function readMetric(metric: string): Promise<number | undefined> {
  const { body } = await ask()
  const line = String(body)
    .split('\n')
    .find((one) => one.startsWith(`${metric} `))
  return line === undefined ? undefined : Number(line.slice(metric.length + 1).split(' ', 1)[0])
}

test('a process that does not count yet starts when its metrics are requested', async () => {
  expect(metrics()).toBeUndefined()
  expect(await ask()).toMatchObject({
    status: 200,
    headers: {
      'content-type': 'application/openmetrics-text; version=1.0.0; charset=utf-8',
      'cache-control': 'no-store',
    },
  })
})

test.each(['', 'Bearer wrong', authorization.toLowerCase()])(
  'another token than METRICS_TOKEN is refused: %s',
  async (given) => {
    const { status, headers, body } = await ask({ authorization: given })
    expect([status, headers['www-authenticate']]).toEqual([401, 'Bearer'])
    expect(String(body)).not.toContain('http_server')
  },
)

test('requests are counted by operation and status, with the trace of one request', async () => {
  const { token } = await newCustomer()
  const trace_id = '4bf92f3577b34da6a3ce929d0e0e4736'
  const counted = (path: string, status: number) =>
    readMetric(`http_server_request_duration_seconds_count{method="GET",path="${path}",status="${status}"}`)
  const before = (await counted('/v1/address/{id}', 404)) ?? 0
  for (const id of [1, 2, 3]) {
    const headers = { traceparent: `00-${trace_id}-00f067aa0ba902b7-01` }
    expect((await send('GET', `/v1/address/${id}`, { token, headers })).status).toBe(404)
  }
  expect(await counted('/v1/address/{id}', 404)).toBe(before + 3)
  const text = String((await ask()).body)
  expect(text).toMatch(/^# EOF\n?$/m)
  expect(text).toContain(`# {trace_id="${trace_id}"}`)
  // The text has no ids in paths and no customers.
  expect(text).not.toMatch(/address\/\d/)
})

describe('values that clients invent are not labels', () => {
  const read = async () => String((await ask()).body)

  test('no path', async () => {
    const sandbox = import.meta.glob<RouteModule>('../../../app/sandbox/**/route.ts', { eager: true })
    env().SANDBOX = false
    try {
      for (const method of ['GET', 'POST', 'OPTIONS'])
        for (const at of [1, 2]) {
          for (const below of ['/v1', '/v1/address', '/cms', '/cms/user', '/files'])
            await dispatch(new Request(`http://localhost:3000${below}/made-up-${at}`, { method }))
          for (const route of Object.values(sandbox)) {
            const request = new Request(`http://localhost:3000/sandbox/uploadthing/made-up-${at}`, { method })
            await route[method]?.(request, { params: Promise.resolve({}) })
          }
        }
    } finally {
      env().SANDBOX = true
    }
    const paths = [...(await read()).matchAll(/path="([^"]*)"/g)].map((found) => found[1] ?? '')
    expect(paths.filter((path) => path.includes('made-up'))).toEqual([])
    expect(paths).toContain('/sandbox/uploadthing/{path}')
    const own = ['/files/{key}', '/sandbox/control', '/sandbox/uploadthing/{path}', '/v1', '/cms']
    const known = new Set([...own, ...[...endpoints, ...jobs].map(({ path }) => path)])
    expect(paths.filter((path) => !known.has(path))).toEqual([])
  })

  // Next responds to such a method itself.
  test.runIf(process.env.TEST_MOUNT === 'native')('no method', async () => {
    for (const method of ['PROPFIND', 'MKCOL', 'M-SEARCH'])
      expect((await dispatch(new Request('http://localhost:3000/v1/category', { method }))).status).toBe(405)
    const text = await read()
    expect(text).toContain('{method="other",path="/v1/category",status="405"} 3')
    expect(text).not.toContain('PROPFIND')
  })
})

test('an invalid trace is not recorded', async () => {
  for (const traceparent of ['nonsense', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, `00-${'"'.repeat(32)}-x-01`])
    expect((await send('GET', '/v1/category', { headers: { traceparent } })).status).toBe(200)
  expect(String((await ask()).body)).not.toContain(`${'0'.repeat(32)}`)
})

test('the build and the queue of writes are shown', async () => {
  expect(await readMetric(`build_info{version="${build.version}",commit="${build.commit ?? 'unknown'}"}`)).toBe(1)
  const queued = (state: string) => readMetric(`write_queue_requests{state="${state}"}`)
  expect([await queued('running'), await queued('waiting')]).toEqual([0, 0])
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  const tasks = Array.from({ length: transactionsAtOnce + 2 }, () => writeQueue().run(() => opened))
  expect([await queued('running'), await queued('waiting')]).toEqual([transactionsAtOnce, 2])
  open()
  await Promise.all(tasks)
  expect([await queued('running'), await queued('waiting')]).toEqual([0, 0])
})

test('jobs are counted by outcome', async () => {
  const [job] = runningJobs()
  if (!job) throw new Error('there are no jobs')
  const runs = (outcome: string) => readMetric(`job_duration_seconds_count{job="${job.name}",outcome="${outcome}"}`)
  const before = [(await runs('done')) ?? 0, (await runs('failed')) ?? 0] as const
  await runJob(job)
  await runJob({ ...job, work: () => Promise.reject(new Error('a job of this test')) })
  expect([await runs('done'), await runs('failed')]).toEqual([before[0] + 1, before[1] + 1])
  expect(await readMetric(`job_last_success_timestamp_seconds{job="${job.name}"}`)).toBeGreaterThan(1_700_000_000)
})

test('alarms are counted until they are closed', async () => {
  const open = () => readMetric('payments_needing_attention{kind="alarm"}')
  const before = (await open()) ?? 0
  const number = unique('P')
  await alarm('This payment is of nobody.', number)
  await alarm('This payment is of nobody.', number)
  expect(await open()).toBe(before + 1)
  const db = await database()
  await db.update(tables.notice).set({ status: 'offline' }).where(sql`subject = ${number}`)
  expect(await open()).toBe(before)
})

test('without a database, the numbers of the process are still answered', async () => {
  const opened = await connection()
  const failed = (await readMetric('metrics_failed_reads_total')) ?? 0
  const away = await connect({ url: 'postgres://nobody@127.0.0.1:9/nothing', data_dir: '' })
  setConnection(away)
  try {
    expect(await readMetric('metrics_failed_reads_total')).toBe(failed + 1)
    expect(await readMetric('payments_needing_attention{kind="alarm"}')).toBeUndefined()
    expect(await readMetric('database_connections{state="used"}')).toBe(0)
  } finally {
    setConnection(opened)
    await away.close()
  }
  expect(await readMetric('payments_needing_attention{kind="alarm"}')).toBeGreaterThanOrEqual(0)
})
