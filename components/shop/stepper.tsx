'use client'

import { ActionIcon } from '@mantine/core'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import { useFormatter, useTranslations } from 'next-intl'
import classes from './stepper.module.css'

interface StepperProps {
  /** The counted item, for the names of the buttons. */
  label: string
  value: number
  minimum?: number
  maximum: number
  onChange: (value: number) => void
}

export function Stepper({ label, value, minimum = 1, maximum, onChange }: StepperProps) {
  const t = useTranslations('storefront')
  const format = useFormatter()
  return (
    <fieldset className={classes.stepper} aria-label={label}>
      <ActionIcon
        variant="default"
        size={32}
        aria-label={t('less')}
        disabled={value <= minimum}
        onClick={() => onChange(value - 1)}
      >
        <IconMinus size={16} aria-hidden="true" />
      </ActionIcon>
      <output className={classes.value} aria-live="polite">
        {format.number(value)}
      </output>
      <ActionIcon
        variant="default"
        size={32}
        aria-label={t('more')}
        disabled={value >= maximum}
        onClick={() => onChange(value + 1)}
      >
        <IconPlus size={16} aria-hidden="true" />
      </ActionIcon>
    </fieldset>
  )
}
