import type { KeyboardEvent } from 'react'

/** In the direction of an arrow key. Also if all text is selected, as after Tab. */
function isAtEnd(input: HTMLInputElement, isForward: boolean): boolean {
  if (input.type !== 'text') return true
  const { selectionStart, selectionEnd, value } = input
  if (selectionStart === 0 && selectionEnd === value.length) return true
  return isForward ? selectionStart === value.length : selectionEnd === 0
}

/** By the arrow keys, Enter (down) and Shift+Enter (up). Left and Right leave a text only from its end. */
export function moveFocus(event: KeyboardEvent<HTMLTableElement>, columns: readonly string[]): void {
  const { key, target, shiftKey, altKey, ctrlKey, metaKey, nativeEvent } = event
  if (!(target instanceof HTMLElement) || altKey || ctrlKey || metaKey || nativeEvent.isComposing) return
  const { row, column } = target.dataset
  if (row === undefined || column === undefined) return
  const down = key === 'ArrowDown' || (key === 'Enter' && !shiftKey)
  const up = key === 'ArrowUp' || (key === 'Enter' && shiftKey)
  const across = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0
  const isButton = target instanceof HTMLButtonElement
  if (isButton && key === 'Enter') return
  if (!down && !up && across === 0) return
  if (across !== 0 && (shiftKey || (target instanceof HTMLInputElement && !isAtEnd(target, across > 0)))) return
  event.preventDefault()
  const cellAt = (at: number, name: string | undefined) =>
    event.currentTarget.querySelector<HTMLElement>(`[data-row="${at}"][data-column="${name}"]:not(:disabled)`)
  const step = down ? 1 : up ? -1 : 0
  const place = columns.indexOf(column)
  if (step !== 0) {
    cellAt(Number(row) + step, column)?.focus()
    return
  }
  // Skips columns without a focusable cell in this row.
  for (let next = place + across; next >= 0 && next < columns.length; next += across) {
    const cell = cellAt(Number(row), columns[next])
    if (cell) {
      cell.focus()
      return
    }
  }
}
