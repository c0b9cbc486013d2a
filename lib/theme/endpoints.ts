import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { statement } from '@/db/connection/statement'
import { theme } from '@/db/schema/theme'
import { endpoint, everyone } from '@/lib/kit/api/endpoint/endpoint'
import { idParams } from '@/lib/kit/api/endpoint/fields'
import { found } from '@/lib/kit/api/rows/rows'
import { productCard } from '@/lib/product/example'
import { productsOfTheme } from '@/lib/product/queries'
import * as example from './example'
import { shownThemes } from './queries'
import { Theme, ThemeQuery, ThemeWithProducts } from './schema'

/** null: all. */
const enabledThemes = statement('enabled_themes', (db) =>
  shownThemes(
    db,
    sql`(${sql.placeholder('ids')}::int[] is null or ${theme.id} = any(${sql.placeholder('ids')}::int[]))`,
  ),
)

export const listThemes = endpoint({
  method: 'GET',
  path: '/v1/theme',
  summary: 'List themes',
  description: 'The enabled themes, without their products.',
  access: everyone,
  query: ThemeQuery,
  output: z.array(Theme),
  example: { output: [example.theme] },
  handle: ({ db, query }) => enabledThemes(db, { ids: query.ids ?? null }),
})

export const getTheme = endpoint({
  method: 'GET',
  path: '/v1/theme/{id}',
  summary: 'Get a theme with its products',
  description: 'At most 100 active products, in the order of the theme.',
  access: everyone,
  params: idParams,
  output: ThemeWithProducts,
  example: { params: { id: '1' }, output: { ...example.theme, products: [productCard] } },
  async handle({ db, params }) {
    const [row] = await enabledThemes(db, { ids: [params.id] })
    return { ...found(row, 'theme'), products: await productsOfTheme(db, params.id) }
  },
})
