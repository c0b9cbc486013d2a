'use client'

import { Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useFormatter, useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { sentValue, shapeOf } from '@/components/admin/resource-form/schema-fields'
import { ActionButton } from '@/components/ui/action-button'
import { useAction } from '@/components/ui/use-action'
import { PromotionInput } from '@/lib/promotion/schema'
import { type Answer, send } from '@/lib/server/client'
import { Excess } from './excess'
import type { Values } from './terms'

const settleMilliseconds = 600

/** The cost for the orders of the last 30 days. Not shown while values are incomplete. */
export function Estimate({ values }: { values: Values }) {
  const t = useTranslations('promotion.estimate')
  const format = useFormatter()
  const act = useAction()
  const [found, setFound] = useState<{ of: string; result: Answer<'POST /cms/promotion/estimate'> }>()
  // The name does not matter, and may still be empty.
  const given = Object.entries(PromotionInput.shape)
    .map(([name, schema]) => [name, sentValue(shapeOf(schema), values[name], true)] as const)
    .filter(([, value]) => value !== undefined)
  const { data } = PromotionInput.safeParse({ ...Object.fromEntries(given), name: '-', label: '-' })
  const of = JSON.stringify(data)
  const [settled] = useDebouncedValue(of, settleMilliseconds)
  const isByPieces = data?.tiers?.some(({ from_pieces }) => from_pieces !== undefined) ?? false
  // At once, because such a reduction may be more than the pieces cost.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the values asks again
  useEffect(() => {
    if (isByPieces) void compute()
  }, [settled])
  const compute = async () => {
    if (!data) return
    const request = async () => setFound({ of, result: await send('POST /cms/promotion/estimate', { body: data }) })
    await act(request, { failure: t('failed'), isLocal: true })
  }
  if (!data) return null
  const { orders, of_orders, amount, excess } = found?.of === of ? found.result : {}
  return (
    <>
      <ActionButton variant="default" size="xs" onAct={compute}>
        {t('compute')}
      </ActionButton>
      <Text size="sm" role="status">
        {amount !== undefined &&
          t('result', { orders: orders ?? 0, of: of_orders ?? 0, amount: format.number(amount / 100, 'price') })}
      </Text>
      <div role="status">{excess && <Excess excess={excess} />}</div>
    </>
  )
}
