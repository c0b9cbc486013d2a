/** A dialog above the page may contain another form and handles Escape itself. */
export function isInFront(part: Element | null): boolean {
  const dialog = document.activeElement?.closest('[role=dialog]')
  return !dialog || dialog.contains(part)
}
