import { Image } from '@mantine/core'
import { useTranslations } from 'next-intl'
import type { z } from 'zod'
import { shopLanguage } from '@/components/ui/language'
import { Link } from '@/components/ui/link'
import type { Banner } from '@/lib/banner/schema'
import classes from './shop.module.css'

type Item = z.output<typeof Banner>['items'][number]

function hrefOf({ target_type, target }: Item): string | undefined {
  if (target === null) return undefined
  switch (target_type) {
    case 'product':
    case 'article':
    case 'theme':
      return `/${target_type}/${target}`
    case 'category':
      return `/category?id=${target}`
    case 'url':
      return /^https?:\/\//.test(target) ? target : undefined
    default:
      return undefined
  }
}

export function BannerStrip({ items }: { items: Item[] }) {
  const t = useTranslations('shop')
  // Scrolling areas must be reachable by keyboard: the links inside are, otherwise the area itself.
  const tabIndex = items.some((item) => hrefOf(item) !== undefined) ? undefined : 0
  return (
    <section className={classes.strip} aria-label={t('banner')} tabIndex={tabIndex}>
      {items.map((item, index) => {
        const picture = (
          <Image
            src={item.image_url}
            alt={item.title}
            lang={shopLanguage}
            width={750}
            height={340}
            loading={index === 0 ? 'eager' : 'lazy'}
          />
        )
        const href = hrefOf(item)
        return (
          <div key={item.id} className={classes.banner}>
            {href ? (
              <Link prefetch={false} href={href}>
                {picture}
              </Link>
            ) : (
              picture
            )}
          </div>
        )
      })}
    </section>
  )
}
