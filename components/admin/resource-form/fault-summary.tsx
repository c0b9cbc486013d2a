'use client'

import { Alert, Anchor } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslations } from 'next-intl'
import { useEffect, useRef } from 'react'
import classes from './resource-form.module.css'
import type { FormState } from './use-resource-form'

/** Gets the focus after each attempt to save. */
export default function FaultSummary({ summary }: { summary: NonNullable<FormState['summary']> }) {
  const t = useTranslations('form')
  const root = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each attempt
  useEffect(() => root.current?.focus(), [summary.of])
  return (
    <Alert
      ref={root}
      role="group"
      tabIndex={-1}
      color="red"
      variant="light"
      className={classes.summary}
      icon={<IconAlertTriangle size={18} aria-hidden="true" />}
      title={t('faults', { count: summary.faults.length })}
    >
      <ul>
        {summary.faults.map(({ path, place, text }) => (
          <li key={path}>
            <Anchor component="button" type="button" inherit onClick={() => summary.focusField(path)}>
              {place}
            </Anchor>{' '}
            {text}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
