import { readFileSync } from 'node:fs'
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ask, origin, readPage } from '@/lib/server/testing/pages'

const OpenApi = z.object({
  tags: z.array(z.object({ name: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), z.object({ operationId: z.string(), tags: z.array(z.string()) }))),
})

async function openApi() {
  const answer = await ask('/docs/openapi.json')
  const { tags, paths } = OpenApi.parse(await answer.json())
  const operations = Object.values(paths).flatMap((verbs) => Object.values(verbs))
  return {
    modules: tags.map(({ name }) => ({
      name,
      path: name.startsWith('cms/') ? `/docs/${name}` : `/docs/v1/${name}`,
      ids: operations.filter((one) => one.tags.includes(name)).map(({ operationId }) => operationId),
    })),
  }
}

const hrefs = (document: Awaited<ReturnType<typeof readPage>>['document'], start: string) =>
  [...document.querySelectorAll(`a[href^="${start}"]`)].map((link) => link.getAttribute('href') ?? '')

const idsOf = (document: Awaited<ReturnType<typeof readPage>>['document']) =>
  new Set([...document.querySelectorAll('[id]')].map(({ id }) => id))

/** The maximum size of a page of the API reference, in bytes. */
const mostBytes = 256 * 1024

describe('the API reference', () => {
  test('has every operation on the page of its module, of at most 256 KB, and its errors on the page of errors', async () => {
    const { modules } = await openApi()
    expect(modules.flatMap(({ ids }) => ids).length).toBeGreaterThan(40)
    const [client, cms, errors] = await Promise.all(
      ['/docs', '/docs/cms', '/docs/errors'].map((path) => readPage(path)),
    )
    if (!client || !cms || !errors) throw new Error('nothing was read')
    const [ofClient, ofCms] = [client, cms].map(({ document }) => new Set(hrefs(document, '/docs/')))
    const explained = idsOf(errors.document)
    for (const { name, path, ids } of modules) {
      const { status, html, document } = await readPage(path)
      expect(status, path).toBe(200)
      expect(Buffer.byteLength(html), path).toBeLessThanOrEqual(mostBytes)
      const shown = [...document.querySelectorAll('article[id]')].map(({ id }) => id)
      expect(
        shown.filter((id) => !id.startsWith('type-')),
        path,
      ).toEqual(ids)
      const listed = name.startsWith('cms/') ? ofCms : ofClient
      expect(ids.map((id) => `${path}#${id}`).filter((href) => !listed?.has(href))).toEqual([])
      const named = hrefs(document, '/docs/errors#').map((href) => href.slice(href.indexOf('#') + 1))
      expect(named.length, path).toBeGreaterThan(0)
      expect(
        named.filter((code) => !explained.has(code)),
        path,
      ).toEqual([])
    }
  })

  test('has no larger page in Chinese, and no other large page in either language', async () => {
    const { modules } = await openApi()
    const others = ['/docs', '/docs/cms', '/docs/guide', '/docs/errors']
    const pages = [
      ...others.map((path) => ({ path, locale: 'en' })),
      ...[...others, ...modules.map(({ path }) => path)].map((path) => ({ path, locale: 'zh-CN' })),
    ]
    const tooLarge: string[] = []
    for (const { path, locale } of pages) {
      const bytes = (await (await ask(path, { headers: { cookie: `locale=${locale}` } })).arrayBuffer()).byteLength
      if (bytes > mostBytes) tooLarge.push(`${path} in ${locale}: ${Math.ceil(bytes / 1024)} KB`)
    }
    expect(tooLarge).toEqual([])
  })

  test.each(['/docs/openapi.json', '/docs/openapi.v1.json', '/docs/openapi.cms.json'])(
    'is the JSON document %s, too, for pages of every origin, sent again only when it has changed',
    async (path) => {
      const { headers } = await ask(path)
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-type': 'application/json',
        'access-control-allow-origin': '*',
        etag: expect.stringMatching(/^(W\/)?".+"$/),
      })
      const again = await ask(path, { headers: { 'if-none-match': headers.get('etag') ?? '' } })
      expect(again.status).toBe(304)
      expect(await (await ask(`${path}?lang=zh-CN`)).text()).toMatch(/"summary":"\p{Script=Han}/u)
      const preflight = { 'access-control-request-method': 'GET', 'access-control-request-headers': 'if-none-match' }
      const allowed = await ask(path, { method: 'OPTIONS', headers: { origin: 'https://tool.example', ...preflight } })
      expect([allowed.status, allowed.headers.get('access-control-allow-headers')]).toEqual([204, '*'])
    },
  )

  test.each([
    ['/docs/llms.txt', 'text/plain; charset=utf-8'],
    ['/docs/markdown/introduction.md', 'text/markdown; charset=utf-8'],
    ['/docs/markdown/v1/order.md', 'text/markdown; charset=utf-8'],
    ['/docs/markdown/cms/order.md', 'text/markdown; charset=utf-8'],
  ])('is %s for programs that read', async (path, type) => {
    const answer = await ask(path)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type])
    expect(await answer.text()).toMatch(/^# /)
  })

  test.each([
    '/docs/v1/nothing',
    '/docs/nothing.md',
    '/docs/samples/clients.zip',
    '/docs/v1/cms%2Fuser',
    '/docs/cms/nothing',
  ])('has no page %s', async (path) => {
    expect((await readPage(path)).status).toBe(404)
  })

  test('leads from its parts to modules, and from modules to operations', async () => {
    const at = async (path: string) => {
      const { document } = await readPage(path)
      const listed = (label: string) => [...document.querySelectorAll(`nav ul[aria-label="${label}"] a`)]
      const named = (label: string) => new Map(listed(label).map((one) => [one.textContent, one.getAttribute('href')]))
      const current = [...document.querySelectorAll('nav[aria-label="API reference"] [aria-current=page]')].map(
        ({ textContent }) => textContent,
      )
      return { parts: named('Pages of the reference'), modules: named('Modules'), current }
    }
    const start = await at('/docs')
    expect(start.parts.get('Admin interface')).toBe('/docs/cms')
    const part = await at('/docs/cms')
    expect(part.current).toEqual(['Admin interface'])
    for (const [path, file] of [
      ['/docs', 'v1'],
      ['/docs/cms', 'cms'],
    ] as const)
      expect(hrefs((await readPage(path)).document, '/docs/openapi')).toEqual([`/docs/openapi.${file}.json`])
    expect(part.modules.get('Groups')).toBe('/docs/cms/group')
    const module = await at('/docs/cms/group')
    expect(module.current).toEqual(['Groups'])
    expect([...module.modules.values()]).toContain('/docs/cms/group#deleteGroup')
  })

  test('explains requests, banners and orders to clients, with the banners of this shop', async () => {
    const { document } = await readPage('/docs/guide')
    const banners = document.querySelector('#banners table')
    expect([...(banners?.querySelectorAll('tr') ?? [])].map(({ textContent }) => textContent)).toContainEqual(
      expect.stringMatching(/^home1/),
    )
    expect(hrefs(document, '/docs/v1/pay#')).toContain('/docs/v1/pay#createPreOrder')
    // Every link of the guide has a target.
    const links = new Set(hrefs(document, '/docs/').filter((href) => href.includes('#')))
    for (const link of links) {
      const [path = '', id = ''] = link.split('#')
      expect(idsOf((await readPage(path)).document), link).toContain(id)
    }
  })

  test.each([
    ['mini-program', 'utils/request.js', '#requests'],
    ['erp', 'receiver.mjs', '#erp'],
  ])('shows a file of the sample %s, which is in its archive', async (sample, file, section) => {
    const { document } = await readPage('/docs/guide')
    const source = readFileSync(`examples/${sample}/${file}`, 'utf8')
    expect(document.querySelector(`${section} figure code`)?.textContent).toBe(source)
    const [href = ''] = hrefs(document, `/docs/samples/${sample}`)
    const answer = await ask(href)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip'])
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
    expect(strFromU8(files[`${sample}/${file}`] ?? new Uint8Array())).toBe(source)
  })

  test('shows each request as a curl command', async () => {
    const { document } = await readPage('/docs/v1/product')
    const commands = [...document.querySelectorAll('#searchProducts figure')].map(({ textContent }) => textContent)
    expect(commands.join()).toMatch(
      /curl 'http:\/\/[^']+\/v1\/product\/search\?q=%E7%BB%BF%E8%8C%B6\+%E9%9B%A8%E5%89%8D&sort=relevance'/,
    )
  })
})

test('a problem’s type is the address of its explanation', async () => {
  const { type } = z.object({ type: z.string() }).parse(await (await ask('/v1/nowhere')).json())
  const { pathname, search, hash } = new URL(type, origin())
  const { document } = await readPage(pathname + search)
  const article = document.querySelector(`article${hash}`)
  expect(article?.querySelector('h2')?.textContent).toBe('not_found')
  expect(article?.textContent).toContain('What to do')
})
