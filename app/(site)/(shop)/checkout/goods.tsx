import { Text, Textarea } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { GoodsLine } from '@/components/shop/goods-line'
import { shopLanguage } from '@/components/ui/language'
import classes from './checkout.module.css'
import { Undeliverable } from './undeliverable'
import type { Choices } from './use-choices'
import type { Preview } from './use-preview'

interface GoodsProps {
  preview: Preview
  choices: Choices
}

export function Goods({ preview, choices }: GoodsProps) {
  const t = useTranslations('purchase.checkout')
  const { items, undeliverable } = preview
  return (
    <section className={classes.block} aria-label={t('items')}>
      {items.map((item) => (
        <GoodsLine key={item.sku_id} goods={item} />
      ))}
      {preview.shortages.length > 0 && (
        <Text size="sm" c="red">
          {t('shortages', { count: preview.shortages.length })}
        </Text>
      )}
      <Undeliverable
        lines={undeliverable}
        hasStore={preview.deliveries.includes('pickup')}
        onLeaveOut={
          undeliverable.length < items.length
            ? () => choices.leaveOut(undeliverable.map(({ sku_id }) => sku_id))
            : undefined
        }
      />
      {preview.refused_deals.map(({ sku_id, reason, pieces }) => {
        const item = items.find((one) => one.sku_id === sku_id)
        const name = [item?.name, item?.spec_text].filter(Boolean).join(' ')
        return (
          <Text key={sku_id} size="sm" c="orange">
            {t.rich(`refusedDeal.${reason}`, {
              dealt: (item?.count ?? pieces) - pieces,
              rest: pieces,
              name: () => <span lang={shopLanguage}>{name}</span>,
            })}
          </Text>
        )
      })}
      <Textarea
        label={t('remark')}
        placeholder={t('remarkPlaceholder')}
        maxLength={200}
        autosize
        value={choices.remark}
        onChange={({ currentTarget }) => choices.setRemark(currentTarget.value)}
      />
    </section>
  )
}
