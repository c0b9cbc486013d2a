'use client'

import { useLayoutEffect } from 'react'
import { useBrand } from '@/components/ui/brand'

/** What the tab is to be named after: the last one counts. */
const wanted: { title: string }[] = []
/** What the framework named it. */
let given = ''
/** What it was named here last. */
let kept = ''
let observer: MutationObserver | undefined

/** While the framework exchanges the title there is none, and one made here would stay beside its own. */
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
 * Names the tab after what is shown, where that is known only once the page has been read. The title that the server
 * streams may arrive later, so this one is kept until it is no longer shown. Without a name, nothing happens.
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
