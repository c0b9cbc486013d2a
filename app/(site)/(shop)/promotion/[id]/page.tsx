import { Text, Title } from '@mantine/core'
import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { cache } from 'react'
import { ScreenBar } from '@/components/shop/frame/screen-bar'
import { Pages, pageIn } from '@/components/shop/pages'
import { ProductGrid } from '@/components/shop/product-card'
import classes from '@/components/shop/shop.module.css'
import { shopLanguage } from '@/components/ui/language'
import { Retry } from '@/components/ui/retry'
import { listPromotionProducts } from '@/lib/promotion/endpoints'
import { call } from '@/lib/server/next/call'
import type { PageInput } from '@/lib/server/next/list'
import { Closed } from '../../closed'
import { readPublic } from '../../read-public'
import { Terms } from './terms'

interface PromotionPageProps extends PageInput {
  params: Promise<{ id: string }>
}

const size = 20

/** Cached, because `generateMetadata` and the page both read it. */
const productsOf = cache((id: string, page: number) =>
  readPublic(() => call(listPromotionProducts, { params: { id }, query: { page, size } })),
)

export async function generateMetadata({ params, searchParams }: PromotionPageProps): Promise<Metadata> {
  const found = await productsOf((await params).id, pageIn((await searchParams).page))
  return found ? { title: found.promotion.label } : {}
}

export default async function PromotionPage({ params, searchParams }: PromotionPageProps) {
  const [t, { id }, { page }] = await Promise.all([getTranslations('shop'), params, searchParams])
  const found = await productsOf(id, pageIn(page))
  if (!found) return <Retry />
  const { promotion, items, total } = found
  return (
    <>
      <ScreenBar title={t('promotion')} back="/" isHeading={false} hasCart />
      <Closed />
      <section className={classes.content} aria-labelledby="promotion">
        <Title order={1} size="h3" id="promotion" lang={shopLanguage}>
          {promotion.label}
        </Title>
        <Terms promotion={promotion} />
        <h2 className={classes.heading}>{t('count', { count: total })}</h2>
        {items.length === 0 ? <Text py="xl">{t('noProducts')}</Text> : <ProductGrid cards={items} />}
        <Pages page={found.page} total={total} size={size} pathOf={(page) => `/promotion/${id}?page=${page}`} />
      </section>
    </>
  )
}
