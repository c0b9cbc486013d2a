/**
 * Whether no dialog is open over this part of the page: a dialog may contain another form, and handles Escape itself.
 */
export function isInFront(part: Element | null): boolean {
  const dialog = document.activeElement?.closest('[role=dialog]')
  return !dialog || dialog.contains(part)
}
