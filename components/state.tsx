import { EmptyState, EmptyStateActions, EmptyStateDescription, EmptyStateTitle } from '@mantine/core'
import type { ReactNode } from 'react'

interface StateProps {
  icon: ReactNode
  title: string
  description: ReactNode
  /** 1 where it is all that the page has to say. */
  order?: 1 | 2 | 3
  actions?: ReactNode
}

/** What stands where content would be: nothing yet, nothing found, failed. */
export function State({ icon, title, description, order = 2, actions }: StateProps) {
  return (
    <EmptyState
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
    </EmptyState>
  )
}
