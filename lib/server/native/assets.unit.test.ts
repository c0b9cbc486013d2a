import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

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
