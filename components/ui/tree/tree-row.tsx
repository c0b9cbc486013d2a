'use client'

import type { RenderTreeNodePayload } from '@mantine/core'
import { IconChevronRight, IconGripVertical } from '@tabler/icons-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { MoveMenu } from './move-menu'
import classes from './sortable.module.css'
import type { Direction } from './tree-moves'

interface TreeRowProps extends Pick<RenderTreeNodePayload, 'elementProps' | 'dragHandleProps' | 'expanded'> {
  name: string
  hasChildren: boolean
  /** undefined: the tree cannot be sorted. */
  canMove: ((direction: Direction) => boolean) | undefined
  onMove: (direction: Direction) => void
  onToggle: () => void
  children: ReactNode
}

export function TreeRow(props: TreeRowProps) {
  const { name, hasChildren, expanded, elementProps, dragHandleProps, canMove, onMove, onToggle, children } = props
  const t = useTranslations('form.tree')
  return (
    <div {...elementProps} className={`${elementProps.className} ${classes.node}`}>
      {dragHandleProps && (
        <span {...dragHandleProps} className={classes.handle} aria-hidden="true">
          <IconGripVertical size={16} stroke={1.8} />
        </span>
      )}
      <button
        type="button"
        tabIndex={-1}
        className={classes.toggle}
        data-open={expanded || undefined}
        hidden={!hasChildren}
        aria-label={t('toggle', { name })}
        onClick={onToggle}
      >
        <IconChevronRight size={16} stroke={1.8} aria-hidden="true" />
      </button>
      <div className={classes.content}>{children}</div>
      {canMove && <MoveMenu name={name} canMove={canMove} onMove={onMove} />}
    </div>
  )
}
