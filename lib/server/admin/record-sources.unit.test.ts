// @vitest-environment happy-dom

import { afterEach, expect, test, vi } from 'vitest'
import { recordSources } from './record-sources'

afterEach(() => vi.unstubAllGlobals())

const dictionaries = recordSources.find(({ path }) => path === '/admin/dict')

test.each([
  ['en', 'Carriers'],
  ['zh-CN', '快递公司'],
])('a built-in dictionary is found by its name in either language, and shown in %s', async (lang, label) => {
  vi.stubGlobal('fetch', async () =>
    Response.json([
      { type: 'carrier', name: '快递公司' },
      { type: 'gender', name: '称呼' },
    ]),
  )
  document.documentElement.lang = lang
  const find = (q: string) => dictionaries?.find(q, new AbortController().signal)
  const found = [{ label, description: 'carrier', path: '/admin/dict?type=carrier' }]
  expect(await find('快递')).toEqual(found)
  expect(await find('carrier')).toEqual(found)
  expect(await find('称呼')).toEqual([{ label: '称呼', description: 'gender', path: '/admin/dict?type=gender' }])
})
