import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'

const Traced = z.object({ files: z.array(z.string()) })

/** The files that the build lists for each function, by the function. */
function traced(): [name: string, files: string[]][] {
  const folder = '.next/server'
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

test('only the functions of files carry the library for pictures, whole', () => {
  const carrying = traced().filter(([, files]) => files.some((file) => /node_modules\/(sharp|@img)\//.test(file)))
  expect(carrying.map(([name]) => name).filter((name) => !/^app\/(cms|v1)\/file\//.test(name))).toEqual([])
  expect(carrying.map(([name]) => name)).toContain('app/cms/file/[id]/replace/route.js.nft.json')
  for (const [, files] of carrying) {
    for (const needed of [/sharp\/dist\/.*\.[cm]?js$/, /@img\/sharp-[\w-]+\/.*\.node$/, /libvips.*\.(so|dylib|dll)/])
      expect(files).toContainEqual(expect.stringMatching(needed))
  }
})
