import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { article, banner, theme } from '@/db/tables'
import { send } from '@/lib/server/testing/api'
import { database, newStaff, unique } from '@/lib/server/testing/factories'
import { cleanOwnHtml } from '@/lib/server/testing/html'

const day = (date: number) => new Date(Date.UTC(2026, 4, date))

const inserted = {
  theme: async () =>
    (await database())
      .insert(theme)
      .values({ name: unique('t-') })
      .returning({ id: theme.id }),
  banner: async () =>
    (await database())
      .insert(banner)
      .values({ name: unique('b-'), title: '首页' })
      .returning({ id: banner.id }),
  article: async () =>
    (await database())
      .insert(article)
      .values({ title: unique('a-'), content: await cleanOwnHtml('<p>好</p>') })
      .returning({ id: article.id }),
}

test.each(['theme', 'banner', 'article'] as const)('the list of %s is filtered by the last change', async (name) => {
  const { token } = await newStaff([`cms.${name}.list`])
  const [row] = await inserted[name]()
  const id = row?.id ?? 0
  const table = { theme, banner, article }[name]
  await (await database())
    .update(table)
    .set({ updated_at: day(10) })
    .where(eq(table.id, id))
  const found = async (from: number, to: number) => {
    const query = new URLSearchParams({ changed_from: day(from).toISOString(), changed_to: day(to).toISOString() })
    const { body } = await send<{ items: { id: number }[] }>('GET', `/cms/${name}?${query}`, { token })
    return body.items.map((one) => one.id)
  }
  expect([await found(10, 11), await found(9, 10), await found(11, 12)]).toEqual([[id], [], []])
})

test('the list of promotions takes the same filter', async () => {
  const { token } = await newStaff(['cms.promotion.list'])
  const path = `/cms/promotion?changed_from=${day(10).toISOString()}&changed_to=${day(9).toISOString()}`
  expect(await send('GET', path, { token })).toMatchObject({ status: 200, body: { total: 0 } })
})
