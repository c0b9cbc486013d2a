import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
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
  expect(await fetch(`http://127.0.0.1:${port}/api/health`).catch(() => 'gone')).toBe('gone')
  // The secrets are generated once and stored in the data folder.
  expect(Object.keys(JSON.parse(readFileSync(join(folder, 'data', 'secrets.json'), 'utf8')))).toEqual([
    'NEXTAUTH_SECRET',
    'CRON_SECRET',
  ])
})

test('the journey script explains what to do if no server is running', async () => {
  const journey = run('scripts/journey.mjs', { PORT: String(await freePort()) })
  const [code] = await once(journey.child, 'exit')
  expect(code).toBe(1)
  expect(journey.output.text).toContain('start the shop with npm run demo')
})
