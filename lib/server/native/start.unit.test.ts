import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let folder: string
let script: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mini-shop-start-'))
  script = join(folder, 'scripts/start.cjs')
  for (const name of ['scripts', '.server']) mkdirSync(join(folder, name))
  cpSync('scripts/start.cjs', script)
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
})

afterAll(() => rmSync(folder, { recursive: true }))

const put = (server: string) => writeFileSync(join(folder, '.server/server.js'), server)

/** A server that prints the number of its threads once its thread pool is in use. */
const countingServer = `
  import { pbkdf2 } from 'node:crypto'
  import { readdirSync } from 'node:fs'
  const threads = () => readdirSync('/proc/self/task').length
  const size = Number(process.env.UV_THREADPOOL_SIZE)
  const arenas = process.env.MALLOC_ARENA_MAX
  // The first task starts all threads.
  pbkdf2('a', 'b', 1, 32, 'sha512', () => console.log(JSON.stringify({ size, arenas, threads: threads() })))`

/** A server that prints its process id, and later the signal that stopped it. */
const waitingServer = `
  setInterval(() => {}, 1_000)
  process.on('SIGTERM', () => { console.log('stopped'); process.exit(7) })
  console.log(process.pid)`

/** Writes a server that takes a second to stop and then prints a line, like our server. Returns its path. */
async function stoppingServer(): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: `
        import { stopOn } from '@/lib/server/native/stop'
        setInterval(() => {}, 1_000)
        stopOn(['SIGTERM'], async () => {
          await new Promise((resolve) => setTimeout(resolve, 1_000))
          console.log('stopped')
        })
        console.log(process.pid)`,
      resolveDir: process.cwd(),
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    write: false,
  })
  return outputFiles[0]?.text ?? ''
}

/** Returns the next line that a process prints. */
const lineOf = async ({ stdout }: ChildProcess): Promise<string> =>
  String((await once(stdout ?? process.stdin, 'data'))[0]).trim()

describe.runIf(process.platform === 'linux')('npm start', () => {
  test('enlarges the thread pool before its first use, and limits the memory that threads keep', async () => {
    put(countingServer)
    const run = async (variables: Record<string, string>) => {
      const env = { ...process.env, UV_THREADPOOL_SIZE: '', MALLOC_ARENA_MAX: '', ...variables }
      const { stdout } = await promisify(execFile)(process.execPath, [script], { env })
      return JSON.parse(stdout)
    }
    const [usual, larger] = [await run({}), await run({ UV_THREADPOOL_SIZE: '16', MALLOC_ARENA_MAX: '4' })]
    // The threads for hashes, and Node's usual four.
    const size = 4 + Math.max(1, availableParallelism() - 1)
    expect(usual).toMatchObject({ size, arenas: '2' })
    expect(larger).toMatchObject({ size: 16, arenas: '4' })
    expect(larger.threads - usual.threads).toBe(16 - size)
  })

  test.each(['SIGTERM', 'SIGKILL'] as const)('ends its server when it gets %s', async (signal) => {
    put(waitingServer)
    const child = spawn(process.execPath, [script], { env: { ...process.env, MALLOC_ARENA_MAX: '' } })
    const pid = Number(await lineOf(child))
    expect(pid).not.toBe(child.pid)
    const [stopped, ended] = [lineOf(child), once(child, 'exit')]
    child.kill(signal)
    expect(await stopped).toBe('stopped')
    expect(await ended).toEqual(signal === 'SIGTERM' ? [7, null] : [null, 'SIGKILL'])
  })

  test('is the server itself where MALLOC_ARENA_MAX is set, as by the unit and the image', async () => {
    put(waitingServer)
    const child = spawn(process.execPath, [script], { env: { ...process.env, MALLOC_ARENA_MAX: '2' } })
    expect(Number(await lineOf(child))).toBe(child.pid)
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    expect(await ended).toEqual([7, null])
    for (const file of ['deploy/shop@.service', 'Dockerfile'])
      expect(readFileSync(file, 'utf8')).toContain(' MALLOC_ARENA_MAX=2\n')
  })

  test('stops in its time when script and server both get a signal, as from systemd', async () => {
    put(await stoppingServer())
    const child = spawn(process.execPath, [script], { detached: true })
    const pid = Number(await lineOf(child))
    const [stopped, ended] = [lineOf(child), once(child, 'exit')]
    for (const each of [pid, child.pid ?? 0]) process.kill(each, 'SIGTERM')
    expect(await Promise.race([stopped, ended])).toBe('stopped')
    expect(await ended).toEqual([0, null])
  })
})
