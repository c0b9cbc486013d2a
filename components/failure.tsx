'use client'

import { Button, Code } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { useTransition } from 'react'
import { UnpluggedIcon } from './shell/icons'
import { State } from './state'

interface FailureProps {
  order?: 1 | 2 | 3
  /** Under which the log knows it. */
  reference?: string
  onRetry: () => void
}

/** Something that should be here could not be had; trying again may help. */
export function Failure({ order, reference, onRetry }: FailureProps) {
  const t = useTranslations('failure')
  const [isPending, startTransition] = useTransition()
  return (
    <State
      icon={<UnpluggedIcon size={32} />}
      order={order}
      title={t('title')}
      description={
        <>
          {t('description')}
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
