'use client'

import { useLayoutEffect } from 'react'
import { useBrand } from '@/components/ui/brand'

/** Requested by components; the last one is shown. */
const wanted: { title: string }[] = []
/** Set by Next.js. */
let given = ''
/** Set by `keep`. */
let kept = ''
let observer: MutationObserver | undefined

/** Skips a missing title element, which Next.js is replacing: a second one would remain. */
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

/** For names that are known only after the page was read. Stays even if the server sends another title later. */
export function useDocumentTitle(name: string | undefined): void {
  const { name: shop } = useBrand()
  useLayoutEffect(() => {
    if (name) return add(`${name} · ${shop}`)
  }, [name, shop])
}

export function DocumentTitle({ title }: { title: string }) {
  useDocumentTitle(title)
  return null
}
