'use client'

import { Badge, Group, Text } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { ActionButton } from '@/components/ui/action-button'
import { shopLanguage } from '@/components/ui/language'
import type { SandboxRefundState } from '@/db/enums'
import { type RefundFault, refundFaults } from '@/lib/platform/sandbox/faults'
import { useControl } from './control'
import { FaultSelect } from './fault-select'
import classes from './sandbox.module.css'

export interface ShownRefund {
  out_refund_no: string
  out_trade_no: string
  reason: string
  /** Such as `¥19.99`. */
  amount: string
  age: string
  state: SandboxRefundState
  /** Needs a tester, because it does not succeed automatically. */
  isWaiting: boolean
}

const colours = { PROCESSING: 'blue', SUCCESS: 'accent', ABNORMAL: 'red', CLOSED: 'gray' } as const

export function RefundCard({ out_refund_no, out_trade_no, reason, amount, age, state, isWaiting }: ShownRefund) {
  const t = useTranslations('sandbox.refunds')
  const { act } = useControl()
  const [fault, setFault] = useState<RefundFault>()
  const isOpen = state === 'PROCESSING' || state === 'ABNORMAL'
  const button = (to: ShownRefund['state'], label: string) => (
    <ActionButton
      key={to}
      size="compact-sm"
      variant="default"
      aria-label={`${label}: ${out_refund_no}`}
      onAct={() => act({ action: 'settle_refund', out_refund_no, state: to, fault }, t('done'))}
    >
      {label}
    </ActionButton>
  )
  return (
    <li className={classes.row}>
      <Group justify="space-between" gap="xs">
        <Text fw={650}>{amount}</Text>
        <Badge variant="light" color={colours[state]}>
          {state === 'PROCESSING' && isWaiting ? t('states.held') : t(`states.${state}`)}
        </Badge>
      </Group>
      <Text size="sm" c="dimmed" className={classes.number}>
        {t('of', { out_refund_no, out_trade_no })}
      </Text>
      <Text size="sm" c="dimmed">
        {reason && <span lang={shopLanguage}>{reason} · </span>}
        {age}
      </Text>
      {isOpen && (
        <>
          <FaultSelect faults={refundFaults} value={fault} onChange={setFault} />
          <Group gap="xs">
            {button('SUCCESS', t('succeed'))}
            {state === 'PROCESSING' && button('ABNORMAL', t('abnormal'))}
            {button('CLOSED', t('close'))}
            {state === 'PROCESSING' && !isWaiting && (
              <ActionButton
                size="compact-sm"
                variant="subtle"
                aria-label={`${t('hold')}: ${out_refund_no}`}
                onAct={() => act({ action: 'settle_refund', out_refund_no, state: 'PROCESSING' }, t('heldNow'))}
              >
                {t('hold')}
              </ActionButton>
            )}
          </Group>
        </>
      )}
    </li>
  )
}
