'use client'

import { Button, Text } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { shopLanguage } from '@/components/ui/language'
import type { Answer } from '@/lib/server/client'

interface UndeliverableProps {
  lines: Answer<'POST /v1/order/preview'>['undeliverable']
  hasStore: boolean
  /** undefined: no other line would be left. */
  onLeaveOut: (() => void) | undefined
}

export function Undeliverable({ lines, hasStore, onLeaveOut }: UndeliverableProps) {
  const t = useTranslations('purchase.checkout')
  if (lines.length === 0) return null
  return (
    <div role="status">
      {lines.map(({ sku_id, name, reason }) => (
        <Text key={sku_id} size="sm" c="red">
          {t.rich(reason === 'pickup_only' && !hasStore ? 'undeliverable.closed' : `undeliverable.${reason}`, {
            name: () => <span lang={shopLanguage}>{name}</span>,
          })}
        </Text>
      ))}
      {onLeaveOut && (
        <Button variant="light" size="compact-sm" mt="xs" onClick={onLeaveOut}>
          {t('leaveOut', { count: lines.length })}
        </Button>
      )}
    </div>
  )
}
