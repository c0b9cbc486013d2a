import { Anchor, Image, Title } from '@mantine/core'
import { IconChevronRight, IconTicket } from '@tabler/icons-react'
import { getTranslations } from 'next-intl/server'
import type { z } from 'zod'
import { BannerStrip } from '@/components/shop/banner-strip'
import { CategoryIcons } from '@/components/shop/category-icons'
import { ClosedBanner } from '@/components/shop/closed-banner'
import { NoticeStrip } from '@/components/shop/notice-strip'
import { ProductGrid } from '@/components/shop/product-card'
import classes from '@/components/shop/shop.module.css'
import { ShopSearch } from '@/components/shop/shop-search'
import { ThemeRow } from '@/components/shop/theme-row'
import { shopLanguage } from '@/components/ui/language'
import { Link } from '@/components/ui/link'
import { Retry } from '@/components/ui/retry'
import { getHome } from '@/lib/home/endpoints'
import type { Home } from '@/lib/home/schema'
import { env } from '@/lib/kit/env'
import { listPromotions } from '@/lib/promotion/endpoints'
import { call } from '@/lib/server/next/call'
import { EmptyShop } from './empty-shop'
import { readPublic } from './read-public'

const slot = 'home'

export default async function HomePage() {
  const [home, promotions] = await Promise.all([
    readPublic(() => call(getHome)),
    readPublic(() => call(listPromotions)),
  ])
  if (!home) return <Retry />
  if (home.newest.length === 0) return <EmptyShop isSandbox={env().SANDBOX} />
  return (
    <>
      {home.shop.closed && <ClosedBanner key={home.shop.closed.from} closing={home.shop.closed} />}
      <div className={classes.content}>
        <ShopSearch
          origin={env().BASE_URL}
          intro={<Intro {...home.shop} />}
          words={home.search_words}
          otherwise={{ categories: <Categories {...home} />, newest: home.newest }}
        >
          <Sections {...home} hasCoupons={promotions?.some((one) => one.coupon_source === 'customer') ?? false} />
        </ShopSearch>
      </div>
    </>
  )
}

async function Intro({ name, logo_url }: z.output<typeof Home>['shop']) {
  const t = await getTranslations('shop')
  return (
    <div className={classes.shopName}>
      {logo_url && <Image src={logo_url} alt="" width={36} height={36} w={36} h={36} radius="xl" />}
      <Title order={1} size="h3" lang={name ? shopLanguage : undefined}>
        {name ?? t('unnamed')}
      </Title>
    </div>
  )
}

const Categories = ({ categories }: Pick<z.output<typeof Home>, 'categories'>) =>
  categories.length > 0 && <CategoryIcons categories={categories} />

interface SectionsProps extends z.output<typeof Home> {
  hasCoupons: boolean
}

async function Sections({ shop, banners, notices, categories, themes, deals, newest, hasCoupons }: SectionsProps) {
  const t = await getTranslations('shop')
  const items = banners[slot]?.items ?? []
  return (
    <>
      {items.length > 0 && <BannerStrip items={items} />}
      {notices.length > 0 && <NoticeStrip notices={notices} />}
      {hasCoupons && (
        <Link href="/coupon/center" prefetch={false} className={classes.coupons}>
          <IconTicket size={18} stroke={1.7} aria-hidden="true" className={classes.speaker} />
          {t('coupons')}
          <IconChevronRight size={18} stroke={1.7} aria-hidden="true" className={classes.chevron} />
        </Link>
      )}
      <Categories categories={categories} />
      {deals.length > 0 && (
        <section aria-labelledby="deals">
          <h2 id="deals" className={classes.heading}>
            {t('deals')}
          </h2>
          <ProductGrid cards={deals} hasTerms />
        </section>
      )}
      {themes.length > 0 && (
        <section aria-labelledby="themes">
          <h2 id="themes" className={classes.heading}>
            {t('themes')}
          </h2>
          <ThemeRow themes={themes} />
        </section>
      )}
      <section aria-labelledby="newest">
        <h2 id="newest" className={classes.heading}>
          {t('newest')}
        </h2>
        <ProductGrid cards={newest} />
      </section>
      {shop.phone && (
        <p className={classes.phone}>
          {t.rich('phone', {
            phone: shop.phone,
            link: (text) => (
              <Anchor inherit underline="always" href={`tel:${shop.phone?.replaceAll(/[^+\d]/g, '')}`}>
                {text}
              </Anchor>
            ),
          })}
        </p>
      )}
    </>
  )
}
