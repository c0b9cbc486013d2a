'use client'

import { Button } from '@mantine/core'
import { IconFilterOff, IconInbox } from '@tabler/icons-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { EmptyState } from '@/components/ui/empty-state'
import type { TableState } from './state'

interface NoRowsProps {
  state: TableState
  /** While there are no records at all. */
  empty: string | undefined
  /** For a search without results. */
  hint: string | undefined
  /** Creates the first record. */
  action: ReactNode
}

const isOnlySearched = ({ activeFilters }: TableState) => Object.keys(activeFilters).every((name) => name === 'q')

/** No match of the filters, a page beyond the end, an empty tab, or no records. */
export function NoRows({ state, empty, hint, action }: NoRowsProps) {
  const t = useTranslations('table')
  if (state.isFiltered) {
    return (
      <EmptyState
        icon={<IconFilterOff size={28} stroke={1.6} />}
        title={t('noMatch')}
        description={hint ?? (isOnlySearched(state) ? t('noMatchSearched') : t('noMatchDescription'))}
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
      <EmptyState
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
  if (state.isInTab) {
    return (
      <EmptyState
        icon={<IconInbox size={28} stroke={1.6} />}
        title={t('emptyTab')}
        description={t('emptyTabDescription')}
      />
    )
  }
  return (
    <EmptyState
      icon={<IconInbox size={28} stroke={1.6} />}
      title={t('empty')}
      description={empty ?? t('emptyDescription')}
      actions={action}
    />
  )
}
