import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { theme } from '@/db/schema/theme'
import { statement } from '@/db/statement'
import { anybody, endpoint } from '@/lib/api/endpoint'
import { idParams } from '@/lib/api/fields'
import { found } from '@/lib/api/rows'
import { productCard } from '@/lib/product/example'
import { productsOfTheme } from '@/lib/product/queries'
import * as example from './example'
import { Theme, ThemeQuery, ThemeWithProducts } from './schema'

const columns = {
  id: theme.id,
  name: theme.name,
  description: theme.description,
  topic_image_url: theme.topic_image_url,
  head_image_url: theme.head_image_url,
}

/** The enabled themes among `ids`; null: all enabled themes. */
const enabledThemes = statement('enabled_themes', (db) =>
  db
    .select(columns)
    .from(theme)
    .where(
      and(
        eq(theme.status, 'enabled'),
        sql`(${sql.placeholder('ids')}::int[] is null or ${theme.id} = any(${sql.placeholder('ids')}::int[]))`,
      ),
    )
    .orderBy(theme.sort_order, theme.id),
)

export const listThemes = endpoint({
  method: 'GET',
  path: '/v1/theme',
  summary: 'List themes',
  description: 'The enabled themes, without their products.',
  access: anybody,
  query: ThemeQuery,
  output: z.array(Theme),
  example: { output: [example.theme] },
  handle: ({ db, query }) => enabledThemes(db, { ids: query.ids ?? null }),
})

export const getTheme = endpoint({
  method: 'GET',
  path: '/v1/theme/{id}',
  summary: 'Get a theme with its products',
  description: 'At most 100 products on sale, in the order of the theme.',
  access: anybody,
  params: idParams,
  output: ThemeWithProducts,
  example: { params: { id: '1' }, output: { ...example.theme, products: [productCard] } },
  async handle({ db, params }) {
    const [row] = await enabledThemes(db, { ids: [params.id] })
    return { ...found(row, 'theme'), products: await productsOfTheme(db, params.id) }
  },
})
