import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

test.each<['1' | undefined, string[]]>([
  [undefined, ['a.css', 'a.css.br', 'a.css.gz', 'b.woff2']],
  ['1', ['a.css', 'b.woff2']],
])('scripts and styles are compressed for our own server, not for Vercel (VERCEL=%s)', (VERCEL, expected) => {
  const folder = mkdtempSync(join(tmpdir(), 'mini-shop-assets-'))
  const files = join(folder, '.next', 'static')
  mkdirSync(files, { recursive: true })
  for (const name of ['a.css', 'b.woff2']) writeFileSync(join(files, name), 'body {}')
  const env: NodeJS.ProcessEnv = { PATH: process.env.PATH, NODE_ENV: 'production', VERCEL }
  execFileSync(process.execPath, [resolve('scripts/compress.mjs')], { cwd: folder, env })
  expect(readdirSync(files).sort()).toEqual(expected)
  rmSync(folder, { recursive: true })
})
