import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { freePort } from './server'

const folder = mkdtempSync(join(tmpdir(), 'mini-shop-demo-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Starts a script, and collects the output of the script in `output`. */
function run(script: string, variables: Record<string, string>) {
  const child = spawn(process.execPath, [script], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production', ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { text: '' }
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output.text += chunk.toString()
    })
  }
  return { child, output }
}

async function waitUntil(child: ChildProcess, condition: () => boolean, seconds: number): Promise<void> {
  for (let attempt = 0; attempt < seconds * 10 && child.exitCode === null && !condition(); attempt++) {
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

const answers = (port: string) =>
  fetch(`http://127.0.0.1:${port}/api/health`).then(
    ({ ok }) => ok,
    () => false,
  )

test('the demonstration starts, a customer pays an order, and it stops', { timeout: 300_000 }, async () => {
  const port = String(await freePort())
  const variables = { PORT: port, DATA_DIR: join(folder, 'data') }
  const demo = run('scripts/demo.mjs', variables)
  await waitUntil(demo.child, () => demo.output.text.includes('Ctrl-C stops'), 240)
  expect(demo.output.text).toContain('customer / mini-shop-demo')
  expect(demo.output.text).toContain('admin, operator, auditor / mini-shop-demo')

  const journey = run('scripts/journey.mjs', { PORT: port })
  const [code] = await once(journey.child, 'exit')
  expect(`${code} ${journey.output.text}`).toMatch(/^0 [\s\S]*Paid, as P/)

  demo.child.kill('SIGTERM')
  await once(demo.child, 'exit')
  expect(await answers(port)).toBe(false)
  // The secrets are generated once and stored in the data folder.
  expect(Object.keys(JSON.parse(readFileSync(join(folder, 'data', 'secrets.json'), 'utf8')))).toEqual([
    'NEXTAUTH_SECRET',
    'CRON_SECRET',
  ])
})

/** Returns the ids of the processes that have this folder of data in their environment. */
const processesOf = (data: string) =>
  readdirSync('/proc').filter((id) => {
    try {
      return /^\d+$/.test(id) && readFileSync(`/proc/${id}/environ`, 'utf8').includes(`DATA_DIR=${data}\0`)
    } catch {
      return false
    }
  })

test.each([
  ['SIGTERM to npm', 'SIGTERM', false],
  ['SIGHUP to npm, as from a closed terminal', 'SIGHUP', false],
  ['SIGKILL to the demonstration', 'SIGKILL', true],
] as const)('after %s, nothing of npm run demo is left', { timeout: 300_000 }, async (_name, signal, isScript) => {
  const port = String(await freePort())
  const data = join(folder, 'data')
  const child = spawn('npm', ['run', 'demo'], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production', PORT: port, DATA_DIR: data },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  await waitUntil(child, () => output.includes('Ctrl-C stops'), 240)
  expect(await answers(port)).toBe(true)
  const script = processesOf(data).find((id) => /node\0scripts\/demo/.test(readFileSync(`/proc/${id}/cmdline`, 'utf8')))
  process.kill(isScript ? Number(script) : (child.pid ?? 0), signal)
  await expect.poll(() => processesOf(data), { timeout: 60_000 }).toEqual([])
  expect(await answers(port)).toBe(false)
})

test('the journey script explains what to do if no server is running', async () => {
  const journey = run('scripts/journey.mjs', { PORT: String(await freePort()) })
  const [code] = await once(journey.child, 'exit')
  expect(code).toBe(1)
  expect(journey.output.text).toContain('start the shop with npm run demo')
})
