'use client'

import { Loader, moveTreeNode, Tree, type TreeNodeData, useTree, VisuallyHidden } from '@mantine/core'
import { IconChevronRight, IconGripVertical } from '@tabler/icons-react'
import { useTranslations } from 'next-intl'
import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useMemo,
  useOptimistic,
  useRef,
  useState,
  useTransition,
} from 'react'
import { flattenTree, type TreeItem } from '@/lib/kit/api/rows/tree'
import { MoveMenu } from './move-menu'
import classes from './sortable.module.css'
import { type Direction, moveByKey } from './tree-moves'

interface TreePosition {
  id: number
  parent_id: number | null
  sort_order: number
}

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

const gap = 10

const asNodes = <Item extends TreeItem<Item>>(items: readonly Item[]): TreeNodeData[] =>
  items.map(({ id, children }) => ({ value: String(id), label: String(id), children: asNodes(children) }))

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
  const nameBy = (value: string) => {
    const item = byId.get(value)
    return item ? nameOf(item) : ''
  }

  const store = (next: TreeNodeData[], value: string) => {
    const positions = positionsIn(next)
    const before = new Map(positionsIn(stored).map((position) => [position.id, position]))
    const changed = positions.filter((position) => {
      const old = before.get(position.id)
      return old?.parent_id !== position.parent_id || old.sort_order !== position.sort_order
    })
    if (changed.length === 0) return
    // All siblings get new numbers, because the gaps between the old ones are not known here.
    const parents = new Set(changed.flatMap(({ id, parent_id }) => [parent_id, before.get(id)?.parent_id ?? null]))
    const moved = positions.filter(({ parent_id }) => parents.has(parent_id))
    const position = positions.find(({ id }) => String(id) === value)
    const parent = position?.parent_id ? nameBy(String(position.parent_id)) : t('top')
    const message = t('moved', { name: nameBy(value), place: (position?.sort_order ?? gap) / gap, parent })
    setAnnouncement(message)
    startTransition(async () => {
      showOptimistic(next)
      await onMove({ positions: moved, before: moved.flatMap(({ id }) => before.get(id) ?? []), message })
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
    requestAnimationFrame(() => refocus(root.current, value))
  }

  // One stop of the Tab key: rows are reached by arrows, their content by Enter. Mantine has no props for rows.
  useEffect(() => {
    for (const row of rowsIn(root.current)) {
      if (!disabled) row.setAttribute('aria-keyshortcuts', 'Alt+ArrowUp Alt+ArrowDown Alt+ArrowLeft Alt+ArrowRight')
      linkIn(row)?.setAttribute('tabindex', '-1')
    }
  })

  const onFocusCapture = ({ target }: FocusEvent) => {
    const row = target.closest<HTMLElement>('[role=treeitem]')
    if (row) for (const one of rowsIn(root.current)) one.tabIndex = one === row ? 0 : -1
  }

  const onKeyDownCapture = (event: KeyboardEvent) => {
    if (!event.altKey && event.target instanceof HTMLElement && event.target.role === 'treeitem') {
      const rows = rowsIn(root.current)
      const row = event.key === 'Home' ? rows[0] : event.key === 'End' ? rows.at(-1) : undefined
      const link = event.key === 'Enter' ? linkIn(event.target) : undefined
      if (!row && !link) return
      event.preventDefault()
      row?.focus()
      link?.click()
      return
    }
    const direction = directionOf[event.key]
    if (!event.altKey || !direction || disabled || isSaving || !(event.target instanceof Element)) return
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
        onFocusCapture={onFocusCapture}
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
                aria-label={t('toggle', { name: nameBy(node.value) })}
                onClick={() => tree.toggleExpanded(node.value)}
              >
                <IconChevronRight size={16} stroke={1.8} aria-hidden="true" />
              </button>
              <div className={classes.content}>{item && children(item)}</div>
              {!disabled && (
                <MoveMenu
                  name={nameBy(node.value)}
                  canMove={(direction) => !isSaving && moved(node.value, direction) !== undefined}
                  onMove={(direction) => step(node.value, direction)}
                />
              )}
            </div>
          )
        }}
      />
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </>
  )
}

/** In steps of 10 under each parent. */
const positionsIn = (
  nodes: TreeNodeData[],
  parent_id: number | null = null,
): { id: number; parent_id: number | null; sort_order: number }[] =>
  nodes.flatMap(({ value, children = [] }, index) => [
    { id: Number(value), parent_id, sort_order: (index + 1) * gap },
    ...positionsIn(children, Number(value)),
  ])

const rowsIn = (root: HTMLElement | null): HTMLElement[] => [
  ...(root?.querySelectorAll<HTMLElement>('[role=treeitem]') ?? []),
]

/** Not in the rows of its descendants. */
const linkIn = (row: HTMLElement) => row.querySelector<HTMLElement>(':scope > div a')

const refocus = (root: HTMLElement | null, value: string) =>
  root?.querySelector<HTMLElement>(`[role=treeitem][data-value="${value}"]`)?.focus()
