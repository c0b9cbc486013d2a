import { Text, VisuallyHidden } from '@mantine/core'
import Link from 'next/link'
import { useFormatter, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { shopLanguage } from '@/components/ui/language'
import { Picture } from '@/components/ui/picture'
import classes from './goods-line.module.css'

interface GoodsLineProps {
  goods: {
    name: string
    spec_text: string
    image_url: string | null
    price?: number
    /** Its price is shown, with the regular price struck through. */
    deal?: { price: number } | null
    count?: number
  }
  href?: string
  children?: ReactNode
}

export function GoodsLine({ goods, href, children }: GoodsLineProps) {
  const { name, spec_text, image_url, price, deal, count } = goods
  const t = useTranslations('product')
  const format = useFormatter()
  return (
    <div className={classes.line}>
      <Picture url={image_url} size={72} />
      <div className={classes.texts}>
        <div className={classes.head}>
          <Text fz="sm" fw={600} lh={1.4} lang={shopLanguage}>
            {href ? (
              <Link href={href} prefetch={false} className={classes.link}>
                {name}
              </Link>
            ) : (
              name
            )}
          </Text>
          {price !== undefined && (
            <Text fz="sm" fw={600} className={classes.price}>
              {deal && (
                <Text span fz="xs" fw={400} c="dimmed">
                  <VisuallyHidden>{t('regularPrice')}</VisuallyHidden>
                  <s>{format.number(price / 100, 'price')}</s>{' '}
                </Text>
              )}
              {format.number((deal?.price ?? price) / 100, 'price')}
            </Text>
          )}
        </div>
        <div className={classes.head}>
          <Text fz="xs" c="dimmed" lang={shopLanguage}>
            {spec_text}
          </Text>
          {/* A case about money alone has no pieces. */}
          {count !== undefined && count > 0 && (
            <Text fz="xs" c="dimmed" className={classes.price}>
              × {format.number(count)}
            </Text>
          )}
        </div>
        {children}
      </div>
    </div>
  )
}
