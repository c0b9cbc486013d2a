import { Text, Title } from '@mantine/core'
import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { cache } from 'react'
import type { z } from 'zod'
import { ScreenBar } from '@/components/shop/frame/screen-bar'
import { PickupBadge } from '@/components/shop/pickup-badge'
import { PropertyTable } from '@/components/shop/property-table'
import classes from '@/components/shop/shop.module.css'
import { shopLanguage } from '@/components/ui/language'
import { Link } from '@/components/ui/link'
import { Retry } from '@/components/ui/retry'
import { RichText } from '@/components/ui/rich-text'
import { listCategories } from '@/lib/category/endpoints'
import { getProduct } from '@/lib/product/endpoints'
import type { Product } from '@/lib/product/schema'
import { listPromotions } from '@/lib/promotion/endpoints'
import { call } from '@/lib/server/next/call'
import { Closed } from '../../closed'
import { readPublic } from '../../read-public'
import { offersFor, pathTo } from './offers'
import { Purchase } from './purchase'

interface ProductPageProps {
  params: Promise<{ id: string }>
}

/** Cached, because `generateMetadata` and the page both read it. */
const productOf = cache((id: string) => readPublic(() => call(getProduct, { params: { id } })))

export async function generateMetadata({ params }: ProductPageProps): Promise<Metadata> {
  const product = await productOf((await params).id)
  return product ? { title: product.name, description: product.summary } : {}
}

export default async function ProductPage({ params }: ProductPageProps) {
  const [t, product] = await Promise.all([getTranslations('product'), productOf((await params).id)])
  if (!product) return <Retry />
  const { name, summary, category, images, properties, content, specs, skus, sold_count, deal, pickup_only } = product
  return (
    <>
      <ScreenBar title={t('title')} back={`/category?id=${category.id}`} isHeading={false} hasCart />
      <Closed />
      <article className={classes.page}>
        <Purchase
          product={{
            name,
            images,
            specs,
            skus,
            sold_count,
            deal,
            price: product.price,
            market_price: product.market_price,
          }}
          title={
            <>
              <Title order={1} size="h3" lang={shopLanguage}>
                {name}
              </Title>
              <Text size="sm" c="dimmed" lang={shopLanguage}>
                {summary}
              </Text>
              {pickup_only && <PickupBadge />}
              <Link href={`/category?id=${category.id}`} prefetch={false} className={classes.chip} lang={shopLanguage}>
                {category.name}
              </Link>
              <Offers {...product} />
            </>
          }
        >
          {properties.length > 0 && (
            <div className={classes.block}>
              <PropertyTable properties={properties} />
            </div>
          )}
          {content && (
            <section aria-labelledby="details" className={classes.block}>
              <h2 id="details" className={classes.heading}>
                {t('details')}
              </h2>
              <div className={classes.details}>
                <RichText html={content} lang={shopLanguage} />
              </div>
            </section>
          )}
        </Purchase>
      </article>
    </>
  )
}

async function Offers({ id, category, skus }: Pick<z.output<typeof Product>, 'id' | 'category' | 'skus'>) {
  const [t, promotions] = await Promise.all([getTranslations('product'), readPublic(() => call(listPromotions))])
  // The product has only the category itself.
  const needsTree = promotions?.some(({ scope }) => scope === 'categories')
  const tree = needsTree ? await readPublic(() => call(listCategories)) : undefined
  const offers = offersFor(promotions ?? [], { id, skus }, pathTo(tree ?? [], category.id))
  if (offers.length === 0) return null
  const areAlternatives =
    offers.filter(({ gives, coupon_source }) => gives === 'reduction' && !coupon_source).length > 1
  return (
    <>
      <ul className={classes.chips} aria-label={t('promotions')} lang={shopLanguage}>
        {offers.map(({ id, label, coupon_source }) => (
          <li key={id}>
            <Link
              href={coupon_source === null ? `/promotion/${id}` : '/coupon/center'}
              prefetch={false}
              className={classes.chip}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
      {areAlternatives && (
        <Text size="xs" c="dimmed">
          {t('bestApplies')}
        </Text>
      )}
    </>
  )
}
