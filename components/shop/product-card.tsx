import { Image, Skeleton, Text } from '@mantine/core'
import Link from 'next/link'
import type { z } from 'zod'
import type { ProductCard as Schema } from '@/lib/product/schema'
import { shopLanguage } from './language'
import { Price } from './price'
import classes from './shop.module.css'
import { StockBadge } from './stock-badge'

export type Card = z.output<typeof Schema>

interface ProductCardProps {
  card: Card
  /** Load the picture immediately, because the card is visible without scrolling. */
  isEager?: boolean
}

/** A product in a list. The whole card is clickable, but only the name is the link's text. */
function ProductCard({ card, isEager }: ProductCardProps) {
  return (
    <article className={classes.card}>
      <div className={classes.picture}>
        {card.image_url && (
          <Image
            src={card.image_url}
            alt=""
            className={card.stock === 0 ? classes.gone : undefined}
            width={400}
            height={400}
            loading={isEager ? 'eager' : 'lazy'}
          />
        )}
        <div className={classes.badge}>
          <StockBadge stock={card.stock} />
        </div>
      </div>
      <Text component="h3" fz="sm" fw={600} lh={1.35} lang={shopLanguage}>
        <Link prefetch={false} href={`/product/${card.id}`} className={classes.stretched}>
          {card.name}
        </Link>
      </Text>
      <Text size="xs" c="dimmed" lineClamp={2} lh={1.5} lang={shopLanguage}>
        {card.summary}
      </Text>
      <Price price={card.price} marketPrice={card.market_price} />
    </article>
  )
}

export function ProductGrid({ cards, isEager }: { cards: Card[]; isEager?: boolean }) {
  return (
    <ul className={classes.grid}>
      {cards.map((card) => (
        <li key={card.id}>
          <ProductCard card={card} isEager={isEager} />
        </li>
      ))}
    </ul>
  )
}

const placeholders = ['a', 'b', 'c', 'd', 'e']

/** A placeholder row while products are loading. */
export function ProductGridSkeleton() {
  return (
    <div className={classes.grid} aria-hidden="true">
      {placeholders.map((one) => (
        <div key={one} className={classes.card}>
          <Skeleton className={classes.picture} />
          <Skeleton h={14} w="70%" />
          <Skeleton h={12} />
          <Skeleton h={16} w="40%" />
        </div>
      ))}
    </div>
  )
}
