import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { onEnd } from '@/bench/cleanup'
import { freePort } from '@/lib/testing/server'

/** The connection pooler that `PGBOUNCER` names; undefined where it names none. Throws for one before 1.21. */
export function findPooler(): string | undefined {
  const binary = process.env.PGBOUNCER
  if (!binary) return undefined
  const version = /PgBouncer (\d+)\.(\d+)/.exec(execFileSync(binary, ['--version'], { encoding: 'utf8' }))
  const [major, minor] = [Number(version?.[1]), Number(version?.[2])]
  if (major > 1 || (major === 1 && minor >= 21)) return binary
  throw new Error(`PGBOUNCER names ${version?.[0] ?? 'something else'}: 1.21 or later keeps prepared statements.`)
}

/** Starts the pooler in transaction mode before a PostgreSQL; returns the URL of the server through it. */
export async function startPooler(binary: string, postgresUrl: string): Promise<string> {
  const { hostname, port: behind, username } = new URL(postgresUrl)
  const folder = mkdtempSync(join(tmpdir(), 'mini-shop-pooler-'))
  const port = await freePort()
  const lines = [
    '[databases]',
    `* = host=${hostname} port=${behind || 5432} user=${username}`,
    '[pgbouncer]',
    `listen_addr = 127.0.0.1`,
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'max_prepared_statements = 200',
    'default_pool_size = 20',
    // A database with connections cannot be copied.
    'server_idle_timeout = 1',
  ]
  writeFileSync(join(folder, 'ini'), `${lines.join('\n')}\n`)
  // It refuses to run as root.
  chmodSync(folder, 0o755)
  const account = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
  const child = spawn(binary, ['-q', join(folder, 'ini')], { stdio: 'ignore', ...account })
  const ended = once(child, 'exit')
  onEnd(async () => {
    child.kill('SIGINT')
    await ended
  })
  for (let attempt = 0; attempt < 100; attempt++) {
    if (child.exitCode !== null) throw new Error(`${binary} ended (${child.exitCode}).`)
    if (await isListening(port)) break
    await wait(50)
  }
  const through = new URL(postgresUrl)
  through.host = `127.0.0.1:${port}`
  return through.href
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const isOpen = await Promise.race([
    once(socket, 'connect').then(() => true),
    once(socket, 'close').then(() => false),
  ]).catch(() => false)
  socket.destroy()
  return isOpen
}
