/** Whether no dialog is open over this part of the page: one may contain another form, and answers Escape itself. */
export function isInFront(part: Element | null): boolean {
  const dialog = document.activeElement?.closest('[role=dialog]')
  return !dialog || dialog.contains(part)
}
