import {
  EmptyStateActions,
  EmptyStateDescription,
  EmptyStateTitle,
  EmptyState as MantineEmptyState,
} from '@mantine/core'
import type { ReactNode } from 'react'

interface EmptyStateProps {
  icon: ReactNode
  title: string
  description: ReactNode
  /** 1 if the page has no other content. */
  order?: 1 | 2 | 3
  actions?: ReactNode
}

export function EmptyState({ icon, title, description, order = 2, actions }: EmptyStateProps) {
  return (
    <MantineEmptyState
      variant="light"
      icon={icon}
      size={order === 1 ? 'lg' : 'md'}
      maw={560}
      mx="auto"
      py={order === 1 ? 96 : 48}
    >
      <EmptyStateTitle order={order}>{title}</EmptyStateTitle>
      <EmptyStateDescription style={{ textWrap: 'balance' }}>{description}</EmptyStateDescription>
      {actions && <EmptyStateActions>{actions}</EmptyStateActions>}
    </MantineEmptyState>
  )
}
