'use client'

import { Loader, moveTreeNode, Tree, type TreeNodeData, useTree, VisuallyHidden } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { type KeyboardEvent, type ReactNode, useMemo, useOptimistic, useRef, useState, useTransition } from 'react'
import { flattenTree, type TreeItem } from '@/lib/kit/api/rows/tree'
import classes from './sortable.module.css'
import { type Direction, moveByKey } from './tree-moves'
import { movedPositions, placeOf, type TreePosition } from './tree-positions'
import { TreeRow } from './tree-row'
import { useRowFocus } from './use-row-focus'

interface TreeMove {
  /** Of the item and of all its former and new siblings. */
  positions: TreePosition[]
  before: TreePosition[]
  /** The new place, in the current language. */
  message: string
}

interface SortableTreeProps<Item extends TreeItem<Item>> {
  label: string
  items: readonly Item[]
  nameOf: (item: Item) => string
  /** An item can never be moved into itself. */
  canContain: (item: Item) => boolean
  children: (item: Item) => ReactNode
  /** The tree shows the new order immediately. */
  onMove: (move: TreeMove) => Promise<unknown>
  actions?: ReactNode
  disabled?: boolean
}

const asNodes = <Item extends TreeItem<Item>>(items: readonly Item[]): TreeNodeData[] =>
  items.map(({ id, children }) => ({ value: String(id), label: String(id), children: asNodes(children) }))

const moveKeys = 'Alt+ArrowUp Alt+ArrowDown Alt+ArrowLeft Alt+ArrowRight'
const directionOf: Record<string, Direction> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'out',
  ArrowRight: 'in',
}

/** By dragging, with Alt and the arrow keys, or on phones from a menu. Announced to screen readers. */
export function SortableTree<Item extends TreeItem<Item>>(props: SortableTreeProps<Item>) {
  const { label, items, nameOf, canContain, children, onMove, actions, disabled = false } = props
  const t = useTranslations('form.tree')
  const root = useRef<HTMLUListElement>(null)
  const [announcement, setAnnouncement] = useState('')
  const [isSaving, startTransition] = useTransition()
  const stored = useMemo(() => asNodes(items), [items])
  const [data, showOptimistic] = useOptimistic(stored)
  const byId = useMemo(() => new Map(flattenTree(items).map((item) => [String(item.id), item])), [items])
  const tree = useTree({
    initialExpandedState: Object.fromEntries([...byId.keys()].map((value) => [value, true])),
  })
  const rowFocus = useRowFocus(root, disabled ? undefined : moveKeys)
  const nameBy = (value: string) => {
    const item = byId.get(value)
    return item ? nameOf(item) : ''
  }

  const store = (next: TreeNodeData[], value: string) => {
    const { positions, before } = movedPositions(stored, next)
    const position = positions.find(({ id }) => String(id) === value)
    if (!position) return
    const parent = position.parent_id ? nameBy(String(position.parent_id)) : t('top')
    const message = t('moved', { name: nameBy(value), place: placeOf(position), parent })
    setAnnouncement(message)
    startTransition(async () => {
      showOptimistic(next)
      await onMove({ positions, before, message })
    })
  }

  const canNodeContain = (value: string) => {
    const item = byId.get(value)
    return item !== undefined && canContain(item)
  }
  const moved = (value: string, direction: Direction) => moveByKey(data, value, direction, canNodeContain)

  const step = (value: string, direction: Direction) => {
    const next = moved(value, direction)
    if (!next) {
      setAnnouncement(t('refused', { name: nameBy(value) }))
      return
    }
    if (direction === 'in') tree.expandAllNodes()
    store(next, value)
    rowFocus.focusSoon(value)
  }

  const onKeyDownCapture = (event: KeyboardEvent) => {
    if (!event.altKey) return rowFocus.onKeyDown(event)
    const direction = directionOf[event.key]
    if (!direction || disabled || isSaving || !(event.target instanceof Element)) return
    const value = event.target.closest<HTMLElement>('[role=treeitem]')?.dataset.value
    if (!value) return
    event.preventDefault()
    event.stopPropagation()
    step(value, direction)
  }

  return (
    <>
      {(!disabled || actions) && (
        <div className={classes.head}>
          {!disabled && (
            <p className={classes.hint}>
              <span className={classes.byMouse}>{t('hint')}</span>
              <span className={classes.byTouch}>{t('touchHint')}</span>{' '}
              {isSaving && <Loader size={12} aria-label={t('saving')} />}
            </p>
          )}
          {actions}
        </div>
      )}
      <Tree
        ref={root}
        aria-label={label}
        data={data}
        tree={tree}
        levelOffset={24}
        expandOnClick={false}
        onKeyDownCapture={onKeyDownCapture}
        onFocusCapture={rowFocus.onFocusCapture}
        className={classes.tree}
        {...(!disabled && {
          withDragHandle: true,
          allowDrop: ({ targetNode, position }: { targetNode: string; position: string }) =>
            !isSaving && (position !== 'inside' || canNodeContain(targetNode)),
          onDragDrop: (payload: Parameters<typeof moveTreeNode>[1]) =>
            store(moveTreeNode(data, payload), payload.draggedNode),
        })}
        renderNode={({ node, expanded, hasChildren, elementProps, dragHandleProps }) => {
          const item = byId.get(node.value)
          return (
            <TreeRow
              name={nameBy(node.value)}
              hasChildren={hasChildren}
              expanded={expanded}
              elementProps={elementProps}
              dragHandleProps={dragHandleProps}
              canMove={disabled ? undefined : (direction) => !isSaving && moved(node.value, direction) !== undefined}
              onMove={(direction) => step(node.value, direction)}
              onToggle={() => tree.toggleExpanded(node.value)}
            >
              {item && children(item)}
            </TreeRow>
          )
        }}
      />
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </>
  )
}
