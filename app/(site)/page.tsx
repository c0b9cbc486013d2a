import { Button, Code, Container, Group, Text, Title } from '@mantine/core'
import { IconBuildingStore } from '@tabler/icons-react'
import { getTranslations } from 'next-intl/server'
import { EmptyState } from '@/components/empty-state'
import { Link } from '@/components/link'
import { Retry } from '@/components/retry'
import { BannerStrip } from '@/components/shop/banner-strip'
import { CategoryTabs } from '@/components/shop/category-tabs'
import { Developers } from '@/components/shop/developers'
import { shopLanguage } from '@/components/shop/language'
import { withOwnPaths } from '@/components/shop/own-paths'
import { ProductGrid } from '@/components/shop/product-card'
import { ProductShelf } from '@/components/shop/product-shelf'
import classes from '@/components/shop/shop.module.css'
import { ShopSearch } from '@/components/shop/shop-search'
import { ThemeRow } from '@/components/shop/theme-row'
import { Problem } from '@/lib/api/problem'
import { env } from '@/lib/env'
import { type Choice, demonstrationAccount, readShopWindow } from '@/lib/next/shop-window'

type Shop = Awaited<ReturnType<typeof readShopWindow>>

export default async function StartPage({ searchParams }: { searchParams: Promise<Choice> }) {
  const origin = env().BASE_URL
  const shop = await readShopWindow(await searchParams).catch((error: unknown) => {
    if (error instanceof Problem) return undefined
    throw error
  })
  if (!shop) return <Retry />
  const isEmpty = shop.newest.length === 0
  return (
    <Container size="xl" py="lg">
      {isEmpty ? (
        <Empty />
      ) : (
        <ShopSearch origin={origin} intro={<Intro />}>
          <ShopWindow shop={withOwnPaths(shop, origin)} />
        </ShopSearch>
      )}
      <Developers origin={origin} account={isEmpty ? undefined : demonstrationAccount()} />
    </Container>
  )
}

async function Intro() {
  const t = await getTranslations('shop')
  return (
    <div>
      <Title order={1} size="h2">
        {t('title')}
      </Title>
      <Text c="dimmed" maw="80ch" mt={4}>
        {t('lead')}
      </Text>
    </div>
  )
}

async function Empty() {
  const t = await getTranslations('empty')
  return (
    <EmptyState
      order={1}
      icon={<IconBuildingStore size={36} aria-hidden="true" />}
      title={t('title')}
      description={t.rich('description', {
        code: (text) => <Code>{text}</Code>,
      })}
      actions={
        <Button component={Link} href="/docs">
          {t('reference')}
        </Button>
      }
    />
  )
}

async function ShopWindow({ shop }: { shop: Shop }) {
  const t = await getTranslations('shop')
  const { banner, themes, categories, trail, theme, page, newest } = shop
  const category = trail.at(-1)
  return (
    <>
      {banner && banner.items.length > 0 && <BannerStrip items={banner.items} />}
      {themes.length > 0 && (
        <section aria-labelledby="themes">
          <h2 id="themes" className={classes.heading}>
            {t('themes')}
          </h2>
          <ThemeRow themes={themes} />
        </section>
      )}
      <section aria-labelledby="products">
        <Group justify="space-between" align="baseline">
          <h2 id="products" className={classes.heading}>
            {theme ? <span lang={shopLanguage}>{theme.name}</span> : t('products')}
          </h2>
          {page && (
            <Text size="sm" c="dimmed">
              {t('count', { count: page.total })}
            </Text>
          )}
        </Group>
        <CategoryTabs categories={categories} trail={trail} />
        {theme && <ProductShelf description={theme.description} cards={theme.products} />}
        {category && page && (
          <ProductShelf
            description={category.description}
            cards={page.items}
            paging={{
              page: page.page,
              pages: Math.ceil(page.total / page.size),
              href: `/?category=${category.id}`,
            }}
          />
        )}
      </section>
      <section aria-labelledby="newest">
        <h2 id="newest" className={classes.heading}>
          {t('newest')}
        </h2>
        <ProductGrid cards={newest} />
      </section>
    </>
  )
}
