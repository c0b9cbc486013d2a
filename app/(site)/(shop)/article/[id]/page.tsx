import { Alert, Group, Image, Text, Title } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { cache } from 'react'
import { ScreenBar } from '@/components/shop/frame/screen-bar'
import classes from '@/components/shop/shop.module.css'
import { shopLanguage } from '@/components/ui/language'
import { Moment } from '@/components/ui/moment'
import { Retry } from '@/components/ui/retry'
import { RichText } from '@/components/ui/rich-text'
import { getArticle } from '@/lib/article/endpoints'
import { isPreviewOf } from '@/lib/article/preview'
import { call } from '@/lib/server/next/call'
import type { PageInput } from '@/lib/server/next/list'
import { readPublic } from '../../read-public'

interface ArticlePageProps extends PageInput {
  params: Promise<{ id: string }>
}

/** Cached, because `generateMetadata` and the page both read it. */
const articleOf = cache((id: string, preview: string | undefined) =>
  readPublic(() => call(getArticle, { params: { id }, query: { preview } })),
)

async function inputOf({ params, searchParams }: ArticlePageProps) {
  const [{ id }, { preview }] = await Promise.all([params, searchParams])
  return { id, preview: typeof preview === 'string' ? preview : undefined }
}

export async function generateMetadata(props: ArticlePageProps): Promise<Metadata> {
  const { id, preview } = await inputOf(props)
  const article = await articleOf(id, preview)
  if (!article) return {}
  const { title, summary } = article
  return { title, description: summary, ...(preview && { robots: 'noindex', referrer: 'no-referrer' }) }
}

export default async function ArticlePage(props: ArticlePageProps) {
  const { id, preview } = await inputOf(props)
  const t = await getTranslations('article')
  const article = await articleOf(id, preview)
  if (!article) return <Retry />
  const { title, author, published_at, image_url, content } = article
  return (
    <>
      <ScreenBar title={t('page.title')} back="/" isHeading={false} />
      {preview && isPreviewOf(article.id, preview) && (
        <Alert color="orange" variant="light" radius={0} icon={<IconEye size={18} stroke={1.6} aria-hidden="true" />}>
          {t('preview.banner')}
        </Alert>
      )}
      <article aria-labelledby="title" className={classes.article}>
        <Title order={1} size="h2" id="title" lang={shopLanguage}>
          {title}
        </Title>
        <Group gap="sm" mt="xs" mb="lg" c="dimmed" fz="sm">
          {author && <Text inherit>{t('page.by', { name: author })}</Text>}
          <Moment at={published_at} />
        </Group>
        {image_url && <Image src={image_url} alt="" radius="lg" mb="lg" mah={360} fit="cover" />}
        <div className={classes.details}>
          <RichText html={content} lang={shopLanguage} />
        </div>
      </article>
    </>
  )
}
