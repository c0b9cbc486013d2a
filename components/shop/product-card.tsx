import { Image, Skeleton, Text } from '@mantine/core'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import type { z } from 'zod'
import { shopLanguage } from '@/components/ui/language'
import type { ProductCard as Schema } from '@/lib/product/schema'
import { DealCountdown } from './deal-countdown'
import { PickupBadge } from './pickup-badge'
import { Price } from './price'
import classes from './shop.module.css'
import { StockBadge } from './stock-badge'

export type Card = z.output<typeof Schema>

interface ProductCardProps {
  card: Card
  className: string | undefined
  /** Shows when its deal ends, and the pieces left. */
  hasTerms?: boolean
}

/** A click anywhere opens the product; the text of the link is only its name. */
function ProductCard({ card, className, hasTerms = false }: ProductCardProps) {
  return (
    <article className={className}>
      <div className={classes.picture}>
        {card.image_url && (
          <Image
            src={card.image_url}
            alt=""
            className={card.stock === 0 ? classes.gone : undefined}
            width={400}
            height={400}
            loading="lazy"
          />
        )}
        <div className={classes.badge}>
          <StockBadge stock={card.stock} />
        </div>
      </div>
      <div className={classes.texts}>
        <Text component="h3" fz="sm" fw={600} lh={1.35} lang={shopLanguage}>
          <Link prefetch={false} href={`/product/${card.id}`} className={classes.stretched}>
            {card.name}
          </Link>
        </Text>
        <Text size="xs" c="dimmed" lineClamp={2} lh={1.5} lang={shopLanguage}>
          {card.summary}
        </Text>
        {card.pickup_only && <PickupBadge />}
        <Price
          price={card.price}
          marketPrice={card.market_price}
          deal={card.deal}
          isLowest={card.price_max > card.price}
        />
        {hasTerms && card.deal && <CardDeal deal={card.deal} />}
      </div>
    </article>
  )
}

function CardDeal({ deal: { ends_at, left } }: { deal: NonNullable<Card['deal']> }) {
  const t = useTranslations('product.deal')
  return (
    <>
      <DealCountdown until={ends_at} />
      {left !== null && (
        <Text size="xs" c="red">
          {t('left', { count: left })}
        </Text>
      )}
    </>
  )
}

export function ProductGrid({ cards, hasTerms = false }: { cards: Card[]; hasTerms?: boolean }) {
  return (
    <ul className={classes.grid}>
      {cards.map((card) => (
        <li key={card.id}>
          <ProductCard card={card} className={classes.card} hasTerms={hasTerms} />
        </li>
      ))}
    </ul>
  )
}

export function ProductRows({ cards }: { cards: Card[] }) {
  return (
    <ul className={classes.rows}>
      {cards.map((card) => (
        <li key={card.id}>
          <ProductCard card={card} className={classes.row} />
        </li>
      ))}
    </ul>
  )
}

const placeholders = ['a', 'b', 'c', 'd']

export function ProductGridSkeleton() {
  return (
    <div className={classes.grid} aria-hidden="true">
      {placeholders.map((one) => (
        <div key={one} className={classes.card}>
          <Skeleton className={classes.picture} radius={0} />
          <div className={classes.texts}>
            <Skeleton h={14} w="70%" />
            <Skeleton h={12} />
            <Skeleton h={16} w="40%" />
          </div>
        </div>
      ))}
    </div>
  )
}
