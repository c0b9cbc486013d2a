import { Text, Title } from '@mantine/core'
import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { cache } from 'react'
import { ScreenBar } from '@/components/shop/frame/screen-bar'
import { PropertyTable } from '@/components/shop/property-table'
import classes from '@/components/shop/shop.module.css'
import { shopLanguage } from '@/components/ui/language'
import { Link } from '@/components/ui/link'
import { Retry } from '@/components/ui/retry'
import { RichText } from '@/components/ui/rich-text'
import { getProduct } from '@/lib/product/endpoints'
import { call } from '@/lib/server/next/call'
import { readPublic } from '../../read-public'
import { Purchase } from './purchase'

interface ProductPageProps {
  params: Promise<{ id: string }>
}

/** The product; undefined if it cannot be loaded. Cached per request, because title and page both need it. */
const productOf = cache((id: string) => readPublic(() => call(getProduct, { params: { id } })))

export async function generateMetadata({ params }: ProductPageProps): Promise<Metadata> {
  const product = await productOf((await params).id)
  return product ? { title: product.name, description: product.summary } : {}
}

export default async function ProductPage({ params }: ProductPageProps) {
  const [t, product] = await Promise.all([getTranslations('product'), productOf((await params).id)])
  if (!product) return <Retry />
  const { name, summary, category, images, properties, content, specs, skus, sold_count } = product
  return (
    <>
      <ScreenBar title={t('title')} back={`/category?id=${category.id}`} isHeading={false} hasCart />
      <article className={classes.page}>
        <Purchase
          product={{ name, images, specs, skus, price: product.price, market_price: product.market_price, sold_count }}
          title={
            <>
              <Title order={1} size="h3" lang={shopLanguage}>
                {name}
              </Title>
              <Text size="sm" c="dimmed" lang={shopLanguage}>
                {summary}
              </Text>
              <Link href={`/category?id=${category.id}`} prefetch={false} className={classes.chip} lang={shopLanguage}>
                {category.name}
              </Link>
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
