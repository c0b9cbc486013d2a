'use client'

import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  arrayMove,
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { IconGripVertical } from '@tabler/icons-react'
import { useTranslations } from 'next-intl'
import { type ReactNode, useId } from 'react'
import classes from './sortable.module.css'

export interface SortableListProps<Item extends { id: number }> {
  label: string
  items: readonly Item[]
  nameOf: (item: Item) => string
  children: (item: Item) => ReactNode
  onOrder: (items: Item[]) => void
  /** Without handles. */
  disabled?: boolean
  layout?: Layout
}

/** Rows of one line, cards of any height, or tiles side by side. */
export type Layout = 'rows' | 'cards' | 'gallery'

/** With the keyboard: Space on a handle, the arrow keys, then Space again. */
export function SortableList<Item extends { id: number }>(props: SortableListProps<Item>) {
  const { label, items, nameOf, children, onOrder, disabled = false, layout = 'rows' } = props
  const t = useTranslations('form.sort')
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const nameById = (id: string | number) => {
    const item = items.find((one) => one.id === id)
    return item ? nameOf(item) : ''
  }
  const place = (id: string | number) => items.findIndex((one) => one.id === id) + 1
  const announcements: Announcements = {
    onDragStart: ({ active }) =>
      t('picked', { name: nameById(active.id), place: place(active.id), total: items.length }),
    onDragOver: ({ active, over }) =>
      over ? t('over', { name: nameById(active.id), place: place(over.id), total: items.length }) : undefined,
    onDragEnd: ({ active, over }) =>
      t('dropped', { name: nameById(active.id), place: place(over?.id ?? active.id), total: items.length }),
    onDragCancel: ({ active }) => t('cancelled', { name: nameById(active.id) }),
  }
  const end = ({ active, over }: DragEndEvent) => {
    if (!over || active.id === over.id) return
    onOrder(arrayMove([...items], place(active.id) - 1, place(over.id) - 1))
  }
  return (
    <DndContext
      id={useId()}
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={end}
      accessibility={{ announcements, screenReaderInstructions: { draggable: t('instructions') } }}
    >
      <SortableContext
        items={items.map(({ id }) => id)}
        strategy={layout === 'gallery' ? rectSortingStrategy : verticalListSortingStrategy}
        disabled={disabled}
      >
        <ul className={classes.list} data-layout={layout} aria-label={label}>
          {items.map((item) => (
            <SortableRow
              key={item.id}
              id={item.id}
              handle={t('handle', { name: nameOf(item) })}
              disabled={disabled}
              layout={layout}
            >
              {children(item)}
            </SortableRow>
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  )
}

interface SortableRowProps {
  id: number
  handle: string
  disabled: boolean
  layout: Layout
  children: ReactNode
}

function SortableRow({ id, handle, disabled, layout, children }: SortableRowProps) {
  const t = useTranslations('form.sort')
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
    attributes: { roleDescription: t('role') },
  })
  return (
    <li
      ref={setNodeRef}
      className={classes.row}
      data-dragging={isDragging || undefined}
      style={{
        transform: transform
          ? `translate3d(${layout === 'gallery' ? Math.round(transform.x) : 0}px, ${Math.round(transform.y)}px, 0)`
          : undefined,
        transition,
      }}
    >
      {!disabled && (
        <button
          ref={setActivatorNodeRef}
          type="button"
          className={classes.handle}
          aria-label={handle}
          {...attributes}
          {...listeners}
        >
          <IconGripVertical size={16} stroke={1.8} aria-hidden="true" />
        </button>
      )}
      <div className={classes.content}>{children}</div>
    </li>
  )
}
