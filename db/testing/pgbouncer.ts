import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { freePort } from '@/lib/server/testing/server'

const nobody = 65_534

/** Transaction mode, for a server without passwords. `binary`: 1.21 or later, which keeps prepared statements. */
export async function startPgbouncer(binary: string, url: string): Promise<{ url: string; stop(): Promise<void> }> {
  const { hostname, port: serverPort } = new URL(url)
  const folder = mkdtempSync(join(tmpdir(), 'mini-shop-pgbouncer-'))
  const port = await freePort()
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: 'transaction',
    max_prepared_statements: 200,
    max_client_conn: 500,
    default_pool_size: 20,
    // Tests create and drop many databases, so unused connections are closed soon.
    server_idle_timeout: 5,
    ignore_startup_parameters: 'extra_float_digits',
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(
    file,
    `[databases]\n* = host=${hostname} port=${serverPort} user=postgres\n[pgbouncer]\n${lines.join('\n')}\n`,
  )
  chmodSync(folder, 0o755)
  // PgBouncer refuses to run as root.
  const account = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}
  const child = spawn(binary, ['--quiet', file], { stdio: ['ignore', 'ignore', 'pipe'], ...account })
  let complaints = ''
  child.stderr.on('data', (part: Buffer) => {
    complaints += part.toString()
  })
  const stop = async () => {
    const ended = child.exitCode === null ? once(child, 'exit') : undefined
    child.kill('SIGKILL')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  const pooled = new URL(url)
  pooled.host = `127.0.0.1:${port}`
  for (let attempt = 0; attempt < 100; attempt++) {
    if (child.exitCode !== null) break
    if (await isReady(pooled.href)) return { url: pooled.href, stop }
    await wait(50)
  }
  await stop()
  throw new Error(`${binary} did not start: ${complaints}`)
}

async function isReady(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  return client
    .connect()
    .then(() => client.query('select 1'))
    .then(
      () => true,
      () => false,
    )
    .finally(() => client.end().catch(() => {}))
}
