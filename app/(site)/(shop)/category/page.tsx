import { Group, Text } from '@mantine/core'
import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import type { z } from 'zod'
import { ScreenBar } from '@/components/shop/frame/screen-bar'
import { Pages, pageIn } from '@/components/shop/pages'
import { ProductRows } from '@/components/shop/product-card'
import classes from '@/components/shop/shop.module.css'
import { shopLanguage } from '@/components/ui/language'
import { Link } from '@/components/ui/link'
import { Retry } from '@/components/ui/retry'
import { getCatalog } from '@/lib/catalog/endpoints'
import type { Catalog } from '@/lib/catalog/schema'
import type { Category as Schema } from '@/lib/category/schema'
import { categoryTrail } from '@/lib/category/trail'
import { listProductsByCategory } from '@/lib/product/endpoints'
import { call } from '@/lib/server/next/call'
import type { PageInput } from '@/lib/server/next/list'
import { Closed } from '../closed'
import { readPublic } from '../read-public'

type Category = z.output<typeof Schema>
type Products = NonNullable<z.output<typeof Catalog>['products']>

const size = 10

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('shop')
  return { title: t('categories') }
}

/** Pages after the first need a second request. */
async function readCatalog(category_id: string | undefined, page: number) {
  const catalog = await call(getCatalog, { query: { category_id, size } })
  if (page === 1 || catalog.category_id === null) return catalog
  return {
    ...catalog,
    products: await call(listProductsByCategory, { query: { id: catalog.category_id, size, page } }),
  }
}

export default async function CategoryPage({ searchParams }: PageInput) {
  const [t, { id, page }] = await Promise.all([getTranslations('shop'), searchParams])
  const catalog = await readPublic(() => readCatalog(typeof id === 'string' ? id : undefined, pageIn(page)))
  if (!catalog) return <Retry />
  const { categories, category_id, products } = catalog
  const trail = categoryTrail(categories, category_id ?? 0) ?? []
  return (
    <>
      <ScreenBar title={t('categories')} />
      <Closed />
      {products ? (
        <div className={classes.columns}>
          <nav aria-label={t('categories')} className={classes.side} lang={shopLanguage}>
            {categories.map(({ id, name }) => (
              <CategoryLink key={id} id={id} name={name} chosen={category_id} isOpen={id === trail[0]?.id} />
            ))}
          </nav>
          <Shelf trail={trail} products={products} />
        </div>
      ) : (
        <Text p="xl" ta="center" c="dimmed">
          {t('noProducts')}
        </Text>
      )}
    </>
  )
}

interface CategoryLinkProps {
  id: number
  name: string
  chosen: number | null
  isOpen?: boolean
  className?: string | undefined
}

function CategoryLink({ id, name, chosen, isOpen, className }: CategoryLinkProps) {
  return (
    <Link
      prefetch={false}
      href={`/category?id=${id}`}
      className={className}
      aria-current={id === chosen ? 'page' : undefined}
      data-open={isOpen || undefined}
    >
      {name}
    </Link>
  )
}

/** Shows the subcategories of each category of `trail`, which begins at the root. */
async function Shelf({ trail, products }: { trail: Category[]; products: Products }) {
  const t = await getTranslations('shop')
  const category = trail.at(-1)
  if (!category) return null
  const { id, name, description } = category
  const { items, total, page } = products
  return (
    <section aria-labelledby="products" className={classes.shelf}>
      {trail.map(
        (one) =>
          one.children.length > 0 && (
            <nav key={one.id} aria-label={t('below', { name: one.name })}>
              <ul className={classes.chips} lang={shopLanguage}>
                {one.children.map((child) => (
                  <li key={child.id}>
                    <CategoryLink {...child} chosen={id} className={classes.chip} />
                  </li>
                ))}
              </ul>
            </nav>
          ),
      )}
      <Group justify="space-between" align="baseline" gap="xs" mb="xs">
        <h2 id="products" className={classes.shelfTitle} lang={shopLanguage}>
          {name}
        </h2>
        <Text size="xs" c="dimmed">
          {t('count', { count: total })}
        </Text>
      </Group>
      {description && (
        <Text size="xs" c="dimmed" mb="sm" lang={shopLanguage}>
          {description}
        </Text>
      )}
      {items.length === 0 ? <Text py="xl">{t('noProducts')}</Text> : <ProductRows cards={items} />}
      <Pages page={page} total={total} size={size} pathOf={(page) => `/category?id=${id}&page=${page}`} />
    </section>
  )
}
