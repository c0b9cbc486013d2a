'use client'

import { Alert, Code } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslations } from 'next-intl'
import classes from './resource-form.module.css'

interface FormFailureProps {
  failure: { text: string; request_id: string | undefined } | undefined
}

/** The reason concerns no field. */
export function FormFailure({ failure }: FormFailureProps) {
  const t = useTranslations('form')
  if (!failure) return null
  return (
    <Alert
      color="red"
      variant="light"
      className={classes.failure}
      icon={<IconAlertTriangle size={18} aria-hidden="true" />}
    >
      {failure.text}
      {failure.request_id && (
        <div className={classes.requestId}>
          {t.rich('requestId', { id: failure.request_id, code: (id) => <Code>{id}</Code> })}
        </div>
      )}
    </Alert>
  )
}
