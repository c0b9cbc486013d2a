'use client'

import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect } from 'react'

/**
 * One stop of the Tab key: rows are reached by arrows, Home and End, and Enter opens their link. Mantine has no props for
 * rows. `shortcuts`: further keys of a row, for screen readers.
 */
export function useRowFocus(root: RefObject<HTMLElement | null>, shortcuts: string | undefined) {
  useEffect(() => {
    for (const row of rowsIn(root.current)) {
      if (shortcuts) row.setAttribute('aria-keyshortcuts', shortcuts)
      linkIn(row)?.setAttribute('tabindex', '-1')
    }
  })
  return {
    onFocusCapture: ({ target }: FocusEvent) => {
      const row = target.closest<HTMLElement>('[role=treeitem]')
      if (row) for (const one of rowsIn(root.current)) one.tabIndex = one === row ? 0 : -1
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (!(event.target instanceof HTMLElement) || event.target.role !== 'treeitem') return
      const rows = rowsIn(root.current)
      const row = event.key === 'Home' ? rows[0] : event.key === 'End' ? rows.at(-1) : undefined
      const link = event.key === 'Enter' ? linkIn(event.target) : undefined
      if (!row && !link) return
      event.preventDefault()
      row?.focus()
      link?.click()
    },
    /** After the next frame, when a moved row has its new place. */
    focusSoon: (value: string) =>
      requestAnimationFrame(() =>
        root.current?.querySelector<HTMLElement>(`[role=treeitem][data-value="${value}"]`)?.focus(),
      ),
  }
}

const rowsIn = (root: HTMLElement | null): HTMLElement[] => [
  ...(root?.querySelectorAll<HTMLElement>('[role=treeitem]') ?? []),
]

/** Not in the rows of its descendants. */
const linkIn = (row: HTMLElement) => row.querySelector<HTMLElement>(':scope > div a')
