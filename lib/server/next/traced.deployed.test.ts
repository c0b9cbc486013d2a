import { once } from 'node:events'
import {
  copyFileSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { picture } from '@/lib/server/testing/pictures'

const Traced = z.object({ files: z.array(z.string()) })

const folder = '.next/server'

const alone = mkdtempSync(join(tmpdir(), 'mini-shop-traced-'))
afterAll(() => rmSync(alone, { recursive: true, force: true }))

/** Returns the files that the build lists for each serverless function. */
function traced(): [name: string, files: string[]][] {
  const lists = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.nft.json'))
  return lists.map((name) => [name, Traced.parse(JSON.parse(readFileSync(join(folder, name), 'utf8'))).files])
}

test('no function carries the embedded database or its migrations', () => {
  const functions = traced()
  expect(functions.length).toBeGreaterThan(50)
  const carrying = functions.filter(([, files]) =>
    files.some((file) => /@electric-sql\/pglite|db\/migrations\//.test(file)),
  )
  expect(carrying.map(([name]) => name)).toEqual([])
})

test('only the functions that process files carry the library for pictures, whole', () => {
  const carrying = traced().filter(([, files]) => files.some((file) => /node_modules\/(sharp|@img)\//.test(file)))
  expect(
    carrying
      .map(([name]) => name)
      .filter((name) => !/^app\/(?:(?:cms|v1)\/file|(?:api|sandbox)\/uploadthing|api\/cron)\//.test(name)),
  ).toEqual([])
  const names = carrying.map(([name]) => name.replace('/route.js.nft.json', ''))
  // The scheduler or a callback of the external storage processes the files there.
  for (const route of ['cms/file/[id]/replace', 'api/uploadthing', 'sandbox/uploadthing/[...path]', 'api/cron'])
    expect(names).toContain(`app/${route}`)
  for (const [, files] of carrying) {
    for (const needed of [/sharp\/dist\/.*\.[cm]?js$/, /@img\/sharp-[\w-]+\/.*\.node$/, /libvips.*\.(so|dylib|dll)/])
      expect(files).toContainEqual(expect.stringMatching(needed))
  }
})

/** Copies the files of a serverless function to an empty folder. Leaves out generated files. */
function layOut(route: string): string {
  const list = join(folder, `${route}.js.nft.json`)
  const target = join(alone, route)
  for (const file of Traced.parse(JSON.parse(readFileSync(list, 'utf8'))).files) {
    const source = resolve(dirname(list), file)
    const path = relative(process.cwd(), source)
    if (path.startsWith('.next') || !lstatSync(source).isFile()) continue
    mkdirSync(dirname(join(target, path)), { recursive: true })
    copyFileSync(source, join(target, path))
  }
  return target
}

test.each(['app/(site)/docs/guide/page', 'app/(site)/docs/samples/[file]/route'])('%s has the samples', (route) => {
  const files = readdirSync(join(layOut(route), 'examples'), { recursive: true })
  expect(files).toEqual(expect.arrayContaining(['erp/erp.mjs', 'mini-program/utils/request.js']))
})

test.each(['app/v1/user/route', 'app/cms/user/[id]/password/route'])('%s can judge passwords', async (route) => {
  const worker = new Worker(join(layOut(route), 'lib/token/strength-worker.mjs'))
  worker.postMessage({ id: 1, secret: 'a good long secret', words: [] })
  const [judged] = await once(worker, 'message')
  expect(judged).toMatchObject({ id: 1, score: expect.any(Number) })
  await worker.terminate()
})

test.each(['product', 'order', 'invoice', 'promotion', 'coupon'].map((name) => `app/cms/${name}/import/route`))(
  '%s can read spreadsheets',
  async (route) => {
    const path = join(alone, 'lines.csv')
    writeFileSync(path, 'a,b\n1,2\n')
    const workerData = { path, max_lines: 10, max_unpacked: 1_000_000, max_entry: 1_000_000 }
    const worker = new Worker(join(layOut(route), 'lib/kit/spreadsheet/reader-worker.mjs'), { workerData })
    const [read] = await once(worker, 'message')
    expect(read).toMatchObject({ columns: ['a', 'b'], rows: [{ cells: ['1', '2'] }] })
  },
)

const PictureWorker = z.object({
  processPicture: z.custom<(task: object) => Promise<unknown>>((value) => typeof value === 'function'),
})

test.each(['app/v1/file/route', 'app/cms/file/[id]/replace/route'])('%s can process pictures', async (route) => {
  const source = join(alone, 'picture.png')
  writeFileSync(source, await picture({ format: 'png' }))
  const file = pathToFileURL(join(layOut(route), 'lib/file/picture-worker.mjs')).href
  const { processPicture } = PictureWorker.parse(await import(/* @vite-ignore */ file))
  const limits = { max_pixels: 1_000_000 }
  expect(
    await processPicture({ source, folder: alone, mime: 'image/webp', most: null, variants: [160], ...limits }),
  ).toEqual({ picture: { width: 200, height: 100, variants: [160] } })
})

test('no function carries the threads a second time, bundled', () => {
  const carrying = traced().filter(([, files]) =>
    files.some((file) => /chunks\/.*(strength|reader|picture)-worker/.test(file)),
  )
  expect(carrying.map(([name]) => name)).toEqual([])
})
