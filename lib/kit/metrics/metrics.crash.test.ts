import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '@/db/connection/client'
import { createDatabase, startPostgres, type TestPostgres } from '@/db/testing/postgres'
import { closeDatabase, setConnection } from '@/lib/kit/database'
import { endServer, startServer } from '@/lib/server/testing/server'
import { migrateDatabase } from '@/lib/server/update-database'

const METRICS_TOKEN = 'the monitor of this test has this secret'
const type = 'application/openmetrics-text; version=1.0.0; charset=utf-8'

let postgres: TestPostgres
let DATABASE_URL: string
beforeAll(async () => {
  postgres = await startPostgres()
  DATABASE_URL = await createDatabase(postgres.url, 'metrics')
  setConnection(await connect({ url: DATABASE_URL, data_dir: '' }))
  await migrateDatabase()
  await closeDatabase()
})
afterAll(() => postgres.stop())

test('a built server serves its metrics to a monitor', async () => {
  const variables = { DATABASE_URL, METRICS_TOKEN, SANDBOX: '0' }
  const server = await startServer(variables)
  try {
    const read = (secret: string) =>
      fetch(`${server.origin}/api/metrics`, { headers: { authorization: `Bearer ${secret}` } })
    for (let request = 0; request < 5; request++) await (await fetch(`${server.origin}/v1/category`)).text()
    const answer = await read(METRICS_TOKEN)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type])
    const text = await answer.text()
    const requests = 'http_server_request_duration_seconds_count{method="GET",path="/v1/category",status="200"} 5'
    for (const line of [requests, 'payments_needing_attention{kind="refund_abnormal"} 0']) expect(text).toContain(line)
    expect(text).toMatch(/^database_connections\{state="idle"\} \d+$/m)
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m)
    expect((await read('wrong')).status).toBe(401)
  } finally {
    await endServer(server, 'SIGTERM')
  }
})

test('without METRICS_TOKEN a server has no metrics', async () => {
  const server = await startServer({ DATABASE_URL, SANDBOX: '0' })
  expect((await fetch(`${server.origin}/api/metrics`)).status).toBe(404)
  await endServer(server, 'SIGTERM')
})
