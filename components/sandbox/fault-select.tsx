'use client'

import { NativeSelect } from '@mantine/core'
import { useTranslations } from 'next-intl'
import type { PaymentFault } from '@/lib/platform/sandbox/faults'

interface FaultSelectProps<Fault extends PaymentFault> {
  faults: readonly Fault[]
  value: Fault | undefined
  onChange: (fault: Fault | undefined) => void
}

export function FaultSelect<Fault extends PaymentFault>({ faults, value, onChange }: FaultSelectProps<Fault>) {
  const t = useTranslations('sandbox')
  const chosen: PaymentFault | 'none' = value ?? 'none'
  return (
    <NativeSelect
      size="sm"
      label={t('callback')}
      description={t(`faults.${chosen}.meaning`)}
      inputWrapperOrder={['label', 'input', 'description']}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange(faults.find((fault) => fault === currentTarget.value))}
      data={[
        { value: '', label: t('faults.none.name') },
        ...faults.map((fault: PaymentFault) => ({ value: fault, label: t(`faults.${fault}.name`) })),
      ]}
    />
  )
}
