import { readdirSync, readFileSync } from 'node:fs'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { samples } from './samples'
import { GET as serve } from './samples/[file]/route'

const read = (file: string, method = 'GET') =>
  serve(new Request(`http://localhost/docs/samples/${file}`, { method }), { params: Promise.resolve({ file }) })

test.each(samples)('the archive of %s has the files of its folder', async (name) => {
  for (const time of ['first', 'second']) {
    const answer = await read(`${name}.zip`)
    expect([answer.status, answer.headers.get('content-type')], time).toEqual([200, 'application/zip'])
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
    const paths = readdirSync('examples', { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name: file }) => `${parentPath}/${file}`.slice('examples/'.length))
      .filter((path) => path.startsWith(`${name}/`))
    expect(Object.keys(files).sort()).toEqual(paths.sort())
    for (const path of paths)
      expect(strFromU8(files[path] ?? new Uint8Array())).toBe(readFileSync(`examples/${path}`, 'utf8'))
  }
})

test('another archive and another method are refused', async () => {
  for (const file of ['clients.zip', 'erp', '..%2Ferp.zip', 'erp.zip/', ''])
    expect((await read(file)).status, file).toBe(404)
  expect((await read('erp.zip', 'POST')).status).toBe(405)
})
