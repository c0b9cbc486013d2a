import { Image, Text, Title } from '@mantine/core'
import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { cache } from 'react'
import { ScreenBar } from '@/components/shop/frame/screen-bar'
import { ProductGrid } from '@/components/shop/product-card'
import classes from '@/components/shop/shop.module.css'
import { shopLanguage } from '@/components/ui/language'
import { Retry } from '@/components/ui/retry'
import { call } from '@/lib/server/next/call'
import { getTheme } from '@/lib/theme/endpoints'
import { Closed } from '../../closed'
import { readPublic } from '../../read-public'

interface ThemePageProps {
  params: Promise<{ id: string }>
}

/** Cached, because `generateMetadata` and the page both read it. */
const themeOf = cache((id: string) => readPublic(() => call(getTheme, { params: { id } })))

export async function generateMetadata({ params }: ThemePageProps): Promise<Metadata> {
  const theme = await themeOf((await params).id)
  return theme ? { title: theme.name, description: theme.description } : {}
}

export default async function ThemePage({ params }: ThemePageProps) {
  const [t, theme] = await Promise.all([getTranslations('shop'), themeOf((await params).id)])
  if (!theme) return <Retry />
  const { name, description, head_image_url, products } = theme
  return (
    <>
      <ScreenBar title={t('theme')} back="/" isHeading={false} hasCart />
      <Closed />
      {head_image_url && (
        <div className={classes.head}>
          <Image src={head_image_url} alt="" width={750} height={300} />
        </div>
      )}
      <section className={classes.content} aria-labelledby="theme">
        <Title order={1} size="h3" id="theme" lang={shopLanguage}>
          {name}
        </Title>
        <Text size="sm" c="dimmed" mt={4} mb="md" lang={shopLanguage}>
          {description}
        </Text>
        <h2 className={classes.heading}>{t('count', { count: products.length })}</h2>
        {products.length === 0 ? <Text py="xl">{t('noProducts')}</Text> : <ProductGrid cards={products} />}
      </section>
    </>
  )
}
