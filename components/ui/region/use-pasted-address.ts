import { type ClipboardEvent, useEffect, useRef } from 'react'
import type { PastedAddress } from './pasted-address'

type Parse = (text: string) => PastedAddress | undefined

const noAddress: Parse = () => undefined

// Loaded when a form opens, because it includes the regions of the country.
const load = (): Promise<Parse> =>
  import('./pasted-address').then(
    ({ pastedAddress }) => pastedAddress,
    () => noAddress,
  )

function insert(field: EventTarget, text: string): void {
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return
  const { selectionStart, selectionEnd } = field
  if (selectionStart === null || selectionEnd === null) return
  field.setRangeText(text, selectionStart, selectionEnd, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/**
 * Decides before it awaits, because the browser then inserts the text: until the regions are loaded, it keeps every
 * text, and inserts it itself.
 */
export function usePastedAddress(onAddress: (address: PastedAddress) => void) {
  const parse = useRef<Parse>(undefined)
  const latest = useRef(onAddress)
  useEffect(() => {
    latest.current = onAddress
  })
  useEffect(() => {
    void load().then((loaded) => {
      parse.current = loaded
    })
  }, [])
  return (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text')
    const field = event.target
    const address = parse.current?.(text)
    if (address || !parse.current) event.preventDefault()
    if (address) onAddress(address)
    else if (!parse.current)
      void load().then((loaded) => {
        const found = loaded(text)
        if (found) latest.current(found)
        else insert(field, text)
      })
  }
}
