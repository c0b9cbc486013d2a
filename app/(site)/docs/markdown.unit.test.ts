import { expect, test } from 'vitest'
import { failureType } from '@/components/docs/operations'
import { serverDocument } from './document'
import { GET as getIndex } from './llms.txt/route'
import { llmsIndex } from './markdown'
import { GET as serve } from './markdown/[...page]/route'

const origin = serverDocument().servers[0]?.url ?? ''

const read = (page: string, method = 'GET') =>
  serve(new Request(`${origin}/docs/markdown/${page}.md`, { method }), {
    params: Promise.resolve({ page: page.split('/') }),
  })

const links = [...llmsIndex(serverDocument()).matchAll(/\]\(([^)]+)\.md\)/g)].map(([, href = '']) =>
  href.replace(`${origin}/docs/markdown/`, ''),
)

test('llms.txt begins with a title and a summary, and links every page of the reference', async () => {
  const answer = await getIndex(new Request(`${origin}/docs/llms.txt`), { params: Promise.resolve(undefined) })
  const text = await answer.text()
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  expect(text).toMatch(/^# .+\n\n> .+\n\n/)
  const modules = serverDocument().tags.map(({ name }) => (name.startsWith('cms/') ? name : `v1/${name}`))
  expect(links).toEqual(['introduction', 'errors', ...modules])
})

test.each(links)('%s is Markdown, with every operation of its page', async (page) => {
  const answer = await read(page)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/markdown; charset=utf-8'])
  const text = await answer.text()
  expect(text).toMatch(/^# .+\n/)
  expect(text).not.toContain('[object')
  const tag = page.replace(/^v1\//, '')
  for (const [path, verbs] of Object.entries(serverDocument().paths))
    for (const [verb, { tags, operationId, summary }] of Object.entries(verbs))
      if (tags.includes(tag)) {
        expect(text).toContain(`## ${summary}\n\n\`${verb.toUpperCase()} ${path}\`, operationId \`${operationId}\``)
      }
  for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g))
    if (name !== failureType) expect(text).toContain(`### ${name}\n`)
})

test('an unknown page and another method are refused', async () => {
  for (const page of ['v1/nothing', 'order', 'v1/order/x', '', 'constructor'])
    expect((await read(page)).status, page).toBe(404)
  expect((await read('errors', 'POST')).status).toBe(405)
})
