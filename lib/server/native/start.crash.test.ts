import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, inject, test } from 'vitest'
import { createDatabase } from '@/db/testing/postgres'
import { endServer, startServer } from '@/lib/server/testing/server'

const folder = mkdtempSync(join(tmpdir(), 'mini-shop-loaded-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Starts the built server, asks for `paths` and stops it. Returns the files of CommonJS that it has loaded. */
async function loadedFor(paths: string[]): Promise<string[]> {
  const [script, list] = [join(folder, 'list.cjs'), join(folder, 'list')]
  writeFileSync(
    script,
    `process.on('exit', () =>
      require('node:fs').writeFileSync(${JSON.stringify(list)}, Object.keys(require.cache).join('\\n')))`,
  )
  const { server: url, template } = inject('shop')
  const server = await startServer({
    DATABASE_URL: await createDatabase(url, `loaded_${paths.length}`, template),
    DATA_DIR: folder,
    NODE_OPTIONS: `--require=${script}`,
  })
  for (const path of paths) expect((await fetch(server.origin + path)).status).toBe(200)
  expect(await endServer(server, 'SIGTERM')).toBe(0)
  return readFileSync(list, 'utf8').split('\n')
}

test('the code of a page is loaded by its first request', async () => {
  const pages = (files: string[]) => files.filter((file) => /\.next\/server\/app\/.*page\.js$/.test(file))
  expect(pages(await loadedFor(['/v1/category']))).toEqual([])
  expect(pages(await loadedFor(['/v1/category', '/']))).toHaveLength(1)
})

test('the server is one file with its packages, of one byte a character', () => {
  const bundle = readFileSync('.server/server.js', 'utf8')
  expect(bundle).not.toMatch(/[\u0080-\uffff]/)
  expect(bundle).not.toMatch(/^import .* from "(?:zod|drizzle-orm|hono|parse5|libphonenumber-js)\b/m)
})
