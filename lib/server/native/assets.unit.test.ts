import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { env } from '@/lib/kit/env'
import { builtAssets } from './assets'

test('scripts and styles are compressed, and nothing else', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mini-shop-assets-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const name of ['a.css', 'a.js', 'b.woff2']) writeFileSync(join(folder, name), 'body {}')
  const script = `import { compressAssets } from ${JSON.stringify(pathToFileURL(resolve('scripts/compress.mjs')))}
await compressAssets(${JSON.stringify(folder)})`
  execFileSync(process.execPath, ['--input-type=module', '-e', script])
  const compressed = ['a.css', 'a.css.br', 'a.css.gz', 'a.js', 'a.js.br', 'a.js.gz', 'b.woff2']
  expect(readdirSync(folder).sort()).toEqual(compressed)
})

test('the files of other builds are served, and nothing beside them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mini-shop-builds-'))
  const given = env().BUILDS_DIR
  env().BUILDS_DIR = folder
  // Says that this checkout was not built.
  vi.spyOn(console, 'error').mockReturnValue()
  const ofV1 = join(folder, 'v1/.next/static')
  mkdirSync(join(ofV1, 'chunks'), { recursive: true })
  mkdirSync(join(folder, 'unfinished'))
  writeFileSync(join(ofV1, 'chunks/of-v1.js'), 'old()')
  writeFileSync(join(folder, 'v1/.next/required-server-files.json'), '{}')
  const assets = builtAssets((_, outgoing) => outgoing.writeHead(404).end('missing'))
  const server = createServer((incoming, outgoing) => {
    if (!assets(incoming, outgoing)) outgoing.writeHead(400).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    env().BUILDS_DIR = given
    vi.restoreAllMocks()
    server.close()
    rmSync(folder, { recursive: true })
  })
  const address = server.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const get = async (path: string) => {
    const answer = await fetch(`${origin}/_next/static/${path}`)
    return `${answer.status} ${await answer.text()}`
  }
  const found = await fetch(`${origin}/_next/static/chunks/of-v1.js`)
  expect([found.headers.get('cache-control'), await found.text()]).toEqual([
    'public, max-age=31536000, immutable',
    'old()',
  ])
  for (const path of ['chunks/none.js', '..%2frequired-server-files.json', 'chunks'])
    expect([path, await get(path)]).toEqual([path, '404 missing'])
})
