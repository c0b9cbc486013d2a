import { Anchor, Badge, Breadcrumbs, Container, Group, Image, Stack, Text, Title } from '@mantine/core'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { cache } from 'react'
import { Link } from '@/components/link'
import { Retry } from '@/components/retry'
import { RichText } from '@/components/rich-text'
import { shopLanguage } from '@/components/shop/language'
import { withOwnPaths } from '@/components/shop/own-paths'
import { Price } from '@/components/shop/price'
import { PropertyTable } from '@/components/shop/property-table'
import classes from '@/components/shop/shop.module.css'
import { SkuTable } from '@/components/shop/sku-table'
import { StockBadge } from '@/components/shop/stock-badge'
import { Problem } from '@/lib/api/problem'
import { env } from '@/lib/env'
import { call } from '@/lib/next/call'
import { getProduct } from '@/lib/product/endpoints'

interface ProductPageProps {
  params: Promise<{ id: string }>
}

/** The product; undefined where it cannot be loaded. Cached per request, because title and page both need it. */
const productOf = cache(async (id: string) => {
  try {
    return withOwnPaths(await call(getProduct, { params: { id } }), env().BASE_URL)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    if (error.code === 'not_found' || error.code === 'invalid_request') notFound()
    return undefined
  }
})

export async function generateMetadata({ params }: ProductPageProps): Promise<Metadata> {
  const product = await productOf((await params).id)
  return product ? { title: product.name, description: product.summary } : {}
}

export default async function ProductPage({ params }: ProductPageProps) {
  const t = await getTranslations('product')
  const product = await productOf((await params).id)
  if (!product) return <Retry />
  const { name, summary, category, images, price, market_price, stock, sold_count, specs, skus, properties } = product
  return (
    <Container size="xl" py="lg">
      <Breadcrumbs component="nav" aria-label={t('path')} mb="md">
        <Anchor component={Link} href="/" size="sm">
          {t('shop')}
        </Anchor>
        <Anchor
          component={Link}
          prefetch={false}
          href={`/?category=${category.id}#products`}
          size="sm"
          lang={shopLanguage}
        >
          {category.name}
        </Anchor>
      </Breadcrumbs>
      <article className={classes.product}>
        <div className={classes.gallery}>
          {images.map((image, index) => (
            <Image
              key={image}
              src={image}
              alt={index === 0 ? name : t('picture', { name, number: index + 1 })}
              lang={shopLanguage}
              width={800}
              height={800}
              loading={index === 0 ? 'eager' : 'lazy'}
            />
          ))}
        </div>
        <Stack gap="md" miw={0}>
          <div lang={shopLanguage}>
            <Title order={1} size="h2">
              {name}
            </Title>
            <Text c="dimmed" mt={4}>
              {summary}
            </Text>
          </div>
          <Price price={price} marketPrice={market_price} size="xl" />
          <Group gap="xs">
            <StockBadge stock={stock} />
            <Badge variant="light" color="gray" tt="none">
              {t('sold', { count: sold_count })}
            </Badge>
          </Group>
          <SkuTable specs={specs} skus={skus} />
          {properties.length > 0 && <PropertyTable properties={properties} />}
        </Stack>
      </article>
      {product.content && (
        <section aria-labelledby="details" className={classes.details}>
          <h2 id="details" className={classes.heading}>
            {t('details')}
          </h2>
          <RichText html={product.content} lang={shopLanguage} />
        </section>
      )}
    </Container>
  )
}
