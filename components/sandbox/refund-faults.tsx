'use client'

import { NativeSelect } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { type SandboxRefundFault, sandboxRefundFaults } from '@/db/enums'
import { useControl } from './control'

interface PaidTrade {
  out_trade_no: string
  /** Such as `¥19.99`. */
  amount: string
  refund_fault: SandboxRefundFault | null
}

/** For new refunds of a paid trade. */
export function RefundFaults({ out_trade_no, amount, refund_fault }: PaidTrade) {
  const t = useTranslations('sandbox.refunds')
  const { act } = useControl()
  return (
    <NativeSelect
      size="sm"
      mt="sm"
      label={t('ofPayment', { amount, out_trade_no })}
      value={refund_fault ?? ''}
      onChange={({ currentTarget }) => {
        const reason = sandboxRefundFaults.find((fault) => fault === currentTarget.value) ?? null
        void act({ action: 'fail_refund', out_trade_no, reason }, t('chosen'))
      }}
      data={[
        { value: '', label: t('faults.none') },
        ...sandboxRefundFaults.map((fault) => ({ value: fault, label: t(`faults.${fault}`) })),
      ]}
    />
  )
}
