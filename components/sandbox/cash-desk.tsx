'use client'

import { Group, Stack, Text } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { ActionButton } from '@/components/ui/action-button'
import { shopLanguage } from '@/components/ui/language'
import { type PaymentFault, paymentFaults } from '@/lib/platform/sandbox/faults'
import { useControl } from './control'
import { FaultSelect } from './fault-select'
import classes from './sandbox.module.css'

export interface OpenTrade {
  out_trade_no: string
  description: string
  /** Such as `¥19.99`. */
  amount: string
  age: string
}

/** Delay of the callback after `pay later`. */
const laterSeconds = 60

export function CashDesk({ out_trade_no, description, amount, age }: OpenTrade) {
  const t = useTranslations('sandbox.desk')
  const { act } = useControl()
  const [fault, setFault] = useState<PaymentFault>()
  const named = (label: string) => `${label}: ${amount}, ${out_trade_no}`
  return (
    <article className={classes.desk} aria-label={named(t('payment'))}>
      <Stack gap={2} align="center" ta="center">
        <Text lang={shopLanguage} size="sm">
          {description}
        </Text>
        <Text className={classes.amount}>{amount}</Text>
        <Text size="xs" c="dimmed" className={classes.number}>
          {out_trade_no}
        </Text>
        <Text size="xs" c="dimmed">
          {age}
        </Text>
      </Stack>
      <FaultSelect faults={paymentFaults} value={fault} onChange={setFault} />
      <Stack gap="xs" mt="auto">
        <ActionButton
          aria-label={named(t('pay'))}
          onAct={() => act({ action: 'page_pay', out_trade_no, fault }, t('paid', { amount }))}
        >
          {t('pay')}
        </ActionButton>
        <Group gap="xs" grow preventGrowOverflow={false}>
          <ActionButton
            variant="default"
            aria-label={named(t('payLater'))}
            onAct={() =>
              act({ action: 'page_pay', out_trade_no, fault, delay: laterSeconds }, t('paidLater', { amount }))
            }
          >
            {t('payLater')}
          </ActionButton>
          <ActionButton
            variant="default"
            aria-label={named(t('cancel'))}
            onAct={() => act({ action: 'cancel', out_trade_no }, t('cancelled'))}
          >
            {t('cancel')}
          </ActionButton>
          <ActionButton
            variant="default"
            aria-label={named(t('fail'))}
            onAct={() => act({ action: 'fail', out_trade_no }, t('failed'))}
          >
            {t('fail')}
          </ActionButton>
        </Group>
      </Stack>
    </article>
  )
}
