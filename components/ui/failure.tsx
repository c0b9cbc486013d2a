'use client'

import { Button, Code } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useTranslations } from 'next-intl'
import { useTransition } from 'react'
import { EmptyState } from './empty-state'

interface FailureProps {
  order?: 1 | 2 | 3
  /** The failure was logged under this id. */
  reference?: string
  onRetry: () => void
}

export function Failure({ order, reference, onRetry }: FailureProps) {
  const t = useTranslations('failure')
  const { online } = useNetwork()
  const [isPending, startTransition] = useTransition()
  return (
    <EmptyState
      icon={<IconPlugConnectedX size={32} aria-hidden="true" />}
      order={order}
      title={t('title')}
      description={
        <>
          {online ? t('description') : t('offline')}
          {reference && (
            <>
              <br />
              {t.rich('reference', { reference, code: (text) => <Code>{text}</Code> })}
            </>
          )}
        </>
      }
      actions={
        <Button loading={isPending} onClick={() => startTransition(onRetry)}>
          {t('retry')}
        </Button>
      }
    />
  )
}
