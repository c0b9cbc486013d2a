'use client'

import { useLayoutEffect } from 'react'
import { useBrand } from '@/components/ui/brand'

/** The titles that components have requested. The last title in the array is shown. */
const wanted: { title: string }[] = []
/** The latest title that Next.js has set. */
let given = ''
/** The latest title that `keep` has set. */
let kept = ''
let observer: MutationObserver | undefined

/**
 * Replaces the title that Next.js has set by the last requested title. Does nothing while there is no title element:
 * Next.js is replacing the element at this time, and a second title element would remain.
 */
function keep() {
  const title = wanted.at(-1)?.title
  if (!title || !document.title || document.title === title) return
  if (document.title !== kept) given = document.title
  document.title = kept = title
}

function add(title: string): () => void {
  const entry = { title }
  wanted.push(entry)
  if (!observer) {
    observer = new MutationObserver(keep)
    observer.observe(document.head, { childList: true, subtree: true, characterData: true })
  }
  keep()
  return () => {
    wanted.splice(wanted.indexOf(entry), 1)
    if (wanted.length > 0) return keep()
    observer?.disconnect()
    observer = undefined
    if (document.title === kept && given) document.title = given
  }
}

/**
 * Sets the title of the browser tab to `name` and the name of the shop, for names that are known only after the page
 * was read. The title stays until the component is removed, even if the server sends another title later. undefined:
 * does nothing.
 */
export function useDocumentTitle(name: string | undefined): void {
  const { name: shop } = useBrand()
  useLayoutEffect(() => {
    if (name) return add(`${name} · ${shop}`)
  }, [name, shop])
}

/** Calls {@link useDocumentTitle}, for pages that are rendered on the server. */
export function DocumentTitle({ title }: { title: string }) {
  useDocumentTitle(title)
  return null
}
