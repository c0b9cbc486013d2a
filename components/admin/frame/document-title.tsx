'use client'

import { useLayoutEffect } from 'react'
import { useBrand } from '@/components/ui/brand'

/** The requested titles of the tab: the last one counts. */
const wanted: { title: string }[] = []
/** The title from the framework. */
let given = ''
/** The last title that was set here. */
let kept = ''
let observer: MutationObserver | undefined

/** While the framework replaces the title element there is none, and a new one would stay beside the framework's. */
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
 * Sets the title of the tab from the content, if it is known only once the page has been read. The server may stream
 * its title later, so this one is kept until the component is removed. Does nothing without a name.
 */
export function useDocumentTitle(name: string | undefined): void {
  const { name: shop } = useBrand()
  useLayoutEffect(() => {
    if (name) return add(`${name} · ${shop}`)
  }, [name, shop])
}

/** {@link useDocumentTitle} for pages that are rendered on the server. */
export function DocumentTitle({ title }: { title: string }) {
  useDocumentTitle(title)
  return null
}
