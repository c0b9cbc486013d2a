'use client'

import { Button } from '@mantine/core'
import { IconBoxOff } from '@tabler/icons-react'
import { useParams } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { ListSkeleton } from '@/components/shop/list-skeleton'
import { withOwnPaths } from '@/components/shop/own-paths'
import { ProductGrid } from '@/components/shop/product-card'
import classes from '@/components/shop/shop.module.css'
import { EmptyState } from '@/components/ui/empty-state'
import { Failure } from '@/components/ui/failure'
import { Link } from '@/components/ui/link'
import { useRead } from '@/components/ui/use-read'
import { SendError, send } from '@/lib/server/client'

/** Read by the browser: on the server, a not-found page does not receive the id of the product. */
export function GoneProduct({ origin }: { origin: string }) {
  const t = useTranslations('product')
  const { id } = useParams<{ id: string }>()
  const { value, isFailed, reload } = useRead(() => readSimilar(Number(id), origin), id)
  if (isFailed) return <Failure onRetry={reload} />
  if (!value) return <ListSkeleton height={160} />
  return (
    <div className={classes.content}>
      <EmptyState
        order={1}
        icon={<IconBoxOff size={32} aria-hidden="true" />}
        title={t('gone')}
        description={value.similar.length > 0 ? t('goneSimilar') : t('goneDescription')}
        actions={
          <Button component={Link} href="/">
            {t('toShop')}
          </Button>
        }
      />
      {value.similar.length > 0 && (
        <section aria-labelledby="similar">
          <h2 id="similar" className={classes.heading}>
            {t('similar')}
          </h2>
          <ProductGrid cards={value.similar} />
        </section>
      )}
    </div>
  )
}

/** Empty for an unknown id, whose page looks like that of a product no longer sold. */
async function readSimilar(id: number, origin: string) {
  if (!Number.isSafeInteger(id) || id < 1) return { similar: [] }
  try {
    return { similar: withOwnPaths(await send('GET /v1/product/{id}/similar', { params: { id } }), origin) }
  } catch (error) {
    if (error instanceof SendError && (error.code === 'not_found' || error.code === 'invalid_request'))
      return { similar: [] }
    throw error
  }
}
