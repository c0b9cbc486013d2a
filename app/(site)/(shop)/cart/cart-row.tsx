'use client'

import { ActionIcon, Checkbox, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useTranslations } from 'next-intl'
import { type CartLine, maxCount } from '@/components/shop/cart-sums'
import { GoodsLine } from '@/components/shop/goods-line'
import { Stepper } from '@/components/shop/stepper'
import { type RefusedDeal, useRefusedDeal } from '@/components/shop/use-refused-deal'
import type { UndeliverableReason } from '@/db/enums'
import classes from './cart.module.css'

interface CartRowProps {
  line: CartLine
  refusal: RefusedDeal | undefined
  undeliverable: UndeliverableReason | undefined
  onChange: (changes: Partial<Pick<CartLine, 'count' | 'checked'>>) => void
  onRemove: () => void
}

export function CartRow({ line, refusal, undeliverable, onChange, onRemove }: CartRowProps) {
  const t = useTranslations('purchase.cart')
  const refusedDeal = useRefusedDeal()
  const { name, spec_text, problem, stock, count, checked, product_id, sku_id } = line
  const isGone = problem === 'withdrawn' || problem === 'off_sale'
  const deal = refusal?.pieces === count ? null : line.deal
  const what = [name, spec_text].filter(Boolean).join(' ')
  return (
    <li className={classes.line} data-gone={isGone || undefined}>
      <Checkbox
        aria-label={t('choose', { name: what })}
        checked={checked && !problem}
        disabled={problem !== null}
        onChange={() => onChange({ checked: !checked })}
      />
      <GoodsLine
        goods={{ name, spec_text, image_url: line.image_url, price: line.price, deal }}
        {...(!isGone && { href: `/product/${product_id}?sku_id=${sku_id}` })}
      >
        {problem && (
          <Text size="xs" c="red">
            {problem === 'short' ? t('short', { count: stock }) : t(problem)}
          </Text>
        )}
        {refusal && (
          <Text size="xs" c="orange">
            {refusedDeal(refusal, line)}
          </Text>
        )}
        {undeliverable && (
          <Text size="xs" c="orange">
            {t(undeliverable === 'pickup_only' ? 'pickupOnly' : 'undeliverable')}
          </Text>
        )}
        <div className={classes.actions}>
          {isGone || stock === 0 ? (
            <span />
          ) : (
            <Stepper
              label={t('countOf', { name: what })}
              value={count}
              maximum={Math.max(count, Math.min(maxCount, stock))}
              onChange={(next) => onChange({ count: next })}
            />
          )}
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            className={classes.remove}
            aria-label={t('remove', { name: what })}
            onClick={onRemove}
          >
            <IconTrash size={18} stroke={1.6} aria-hidden="true" />
          </ActionIcon>
        </div>
      </GoodsLine>
    </li>
  )
}
