'use client'

import { Button } from '@mantine/core'
import { IconFilterOff, IconInbox } from '@tabler/icons-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { State } from '../state'
import type { TableState } from './state'

interface NoRowsProps {
  state: TableState
  /** What is said where there is nothing at all. */
  empty: string | undefined
  /** How the first one is made. */
  action: ReactNode
}

/** Three ways of having no rows: nothing matches, the page lies beyond the end, or there is nothing yet. */
export function NoRows({ state, empty, action }: NoRowsProps) {
  const t = useTranslations('table')
  if (state.isFiltered) {
    return (
      <State
        icon={<IconFilterOff size={28} stroke={1.6} />}
        title={t('noMatch')}
        description={t('noMatchDescription')}
        actions={
          <Button variant="default" onClick={state.clear}>
            {t('clearFilters')}
          </Button>
        }
      />
    )
  }
  if (state.page > 1 || state.cursor !== null) {
    return (
      <State
        icon={<IconInbox size={28} stroke={1.6} />}
        title={t('beyond')}
        description={t('beyondDescription')}
        actions={
          <Button variant="default" onClick={() => void state.goTo(1)}>
            {t('toFirst')}
          </Button>
        }
      />
    )
  }
  return (
    <State
      icon={<IconInbox size={28} stroke={1.6} />}
      title={t('empty')}
      description={empty ?? t('emptyDescription')}
      actions={action}
    />
  )
}
