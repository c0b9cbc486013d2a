import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '@/db/connection/client'
import { createDatabase, startPostgres, type TestPostgres } from '@/db/testing/postgres'
import { closeDatabase, setConnection } from '@/lib/kit/database'
import { exitSignalOf, type RunningServer, startServer } from '@/lib/server/testing/server'
import { migrateDatabase } from '@/lib/server/update-database'

let postgres: TestPostgres
let DATABASE_URL: string
let folder: string
beforeAll(async () => {
  postgres = await startPostgres()
  DATABASE_URL = await createDatabase(postgres.url, 'blocked')
  setConnection(await connect({ url: DATABASE_URL, data_dir: '' }))
  await migrateDatabase()
  await closeDatabase()
  folder = mkdtempSync(join(tmpdir(), 'mini-shop-blocked-'))
})
afterAll(async () => {
  await postgres.stop()
  rmSync(folder, { recursive: true })
})

/** Starts a server that prints its process id and then blocks its event loop when it receives a certain request. */
async function blockedServer(): Promise<{ server: RunningServer; pid: number }> {
  const [module, said] = [join(folder, 'block.cjs'), join(folder, 'pid')]
  writeFileSync(
    module,
    `require('node:diagnostics_channel').subscribe('http.server.request.start', ({ request }) => {
      if (request.url !== '/block') return
      require('node:fs').writeFileSync(${JSON.stringify(said)}, String(process.pid))
      for (;;);
    })`,
  )
  const variables = { DATABASE_URL, SANDBOX: '0', NODE_OPTIONS: `--require ${module}` }
  const server = await startServer(variables, [], 'scripts/start.cjs')
  void fetch(`${server.origin}/block`).catch(() => undefined)
  for (let attempt = 0; attempt < 600; attempt++) {
    try {
      const pid = Number(readFileSync(said, 'utf8'))
      rmSync(said)
      if (pid > 0) return { server, pid }
    } catch {
      await setTimeout(50)
    }
  }
  throw new Error('the server is not blocked')
}

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test.each([1, 2])('a server whose event loop is blocked ends after SIGTERM, sent %i times', async (times) => {
  const { server, pid } = await blockedServer()
  try {
    expect(pid).not.toBe(server.process.pid)
    const ended = once(server.process, 'exit')
    for (let sent = 0; sent < times; sent++) {
      server.process.kill('SIGTERM')
      await setTimeout(1_000)
    }
    expect(await Promise.race([ended, setTimeout(60_000, 'still running', { ref: false })])).toEqual([137, null])
    expect(server.complaints()).toContain('The server did not stop in time, and was killed.')
    expect(isRunning(pid)).toBe(false)
  } finally {
    if (isRunning(pid)) process.kill(pid, 'SIGKILL')
    await exitSignalOf(server)
  }
})
