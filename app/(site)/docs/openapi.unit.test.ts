import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { GET as getAdmin, OPTIONS as optionsOfAdmin } from './openapi.cms.json/route'
import { GET as getWhole, POST as postWhole } from './openapi.json/route'
import { GET as getClient } from './openapi.v1.json/route'

const Document = z.object({ paths: z.record(z.string(), z.record(z.string(), z.object({ summary: z.string() }))) })

const call = (serve: typeof getWhole, search = '', init: RequestInit = {}) =>
  serve(new Request(`https://shop.example/docs/openapi.json${search}`, init), { params: Promise.resolve(undefined) })

const read = async (serve: typeof getWhole, search = '') =>
  Document.parse(await (await call(serve, search)).json()).paths

describe('the API document', () => {
  test('is the whole one, and one of each interface', async () => {
    const prefixes = async (serve: typeof getWhole) =>
      [...new Set(Object.keys(await read(serve)).map((path) => path.split('/')[1]))].sort()
    expect(await prefixes(getWhole)).toEqual(['cms', 'v1'])
    expect(await prefixes(getClient)).toEqual(['v1'])
    expect(await prefixes(getAdmin)).toEqual(['cms'])
  })

  test.each([
    ['whole', getWhole],
    ['client', getClient],
    ['admin', getAdmin],
  ])('(%s) may be read by every page, and is sent again only when it has changed', async (_, serve) => {
    const { status, headers } = await call(serve)
    expect([status, headers.get('access-control-allow-origin')]).toEqual([200, '*'])
    const again = await call(serve, '', { headers: { 'if-none-match': headers.get('etag') ?? '' } })
    expect([again.status, again.headers.get('access-control-allow-origin')]).toEqual([304, '*'])
  })

  test.each([
    ['', 'Sign in'],
    ['?lang=en', 'Sign in'],
    ['?lang=fr&other=1', 'Sign in'],
    ['?lang=%00&lang=zh-CN', 'Sign in'],
    ['?lang=zh-CN', '登录'],
    ['?lang=zh', '登录'],
  ])('with %j has the summary %j, and an ETag of its own for each language', async (search, summary) => {
    for (const serve of [getWhole, getClient])
      expect((await read(serve, search))['/v1/token']?.post?.summary).toBe(summary)
    const tags = await Promise.all(['', search].map(async (one) => (await call(getAdmin, one)).headers.get('etag')))
    expect(new Set(tags).size).toBe(search.includes('?lang=zh') ? 2 : 1)
  })

  test('answers a preflight, and refuses other methods', async () => {
    const preflight = await call(optionsOfAdmin, '', { method: 'OPTIONS', headers: { origin: 'https://tool.example' } })
    expect(preflight.status).toBe(204)
    expect(Object.fromEntries(preflight.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-headers': '*',
    })
    expect((await call(postWhole, '', { method: 'POST' })).status).toBe(405)
  })
})
