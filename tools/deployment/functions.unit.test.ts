import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { layOut } from './functions'

const folder = mkdtempSync(join(tmpdir(), 'mini-shop-lay-out-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function put(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

test('a function has exactly the files traced for it; links stay links, and its routes share it', () => {
  put('project/node_modules/sharp/index.js', '12345')
  put('project/node_modules/other/index.js', 'not traced')
  mkdirSync(join(folder, 'project/.next/node_modules'), { recursive: true })
  symlinkSync('../../node_modules/sharp', join(folder, 'project/.next/node_modules/sharp-1'))
  const filePathMap = {
    'node_modules/sharp/index.js': 'node_modules/sharp/index.js',
    '.next/node_modules/sharp-1': '.next/node_modules/sharp-1',
  }
  const config = { handler: '___next_launcher.cjs', maxDuration: 15, filePathMap }
  put('output/functions/v1/file.func/.vc-config.json', JSON.stringify(config))
  put('output/functions/v1/file.func/___next_launcher.cjs', '123')
  symlinkSync('file.func', join(folder, 'output/functions/v1/picture.func'))

  const [deployed, ...others] = layOut(join(folder, 'output'), join(folder, 'project'), join(folder, 'laid'))
  expect(others).toEqual([])
  expect(deployed).toMatchObject({ routes: ['v1/file', 'v1/picture'], maxDuration: 15, useWebApi: false, bytes: 8 })
  const at = (path: string) => join(deployed?.folder ?? '', path)
  expect(readFileSync(at('.next/node_modules/sharp-1/index.js'), 'utf8')).toBe('12345')
  expect(lstatSync(at('.next/node_modules/sharp-1')).isSymbolicLink()).toBe(true)
  expect(readlinkSync(at('.next/node_modules/sharp-1'))).toBe('../../node_modules/sharp')
  expect(existsSync(at('node_modules/other'))).toBe(false)
  expect(existsSync(at('.vc-config.json'))).toBe(false)
})
