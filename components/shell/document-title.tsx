'use client'

import { useLayoutEffect } from 'react'

/**
 * Names the tab after what is shown, where that is known only once the page has been read. The title that the server
 * streams may arrive later, so this one is kept until the page is left.
 */
export function DocumentTitle({ title }: { title: string }) {
  useLayoutEffect(() => {
    const wanted = `${title} · mini-shop`
    let given = document.title
    const keep = () => {
      if (document.title === wanted) return
      given = document.title
      document.title = wanted
    }
    keep()
    const observer = new MutationObserver(keep)
    observer.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => {
      observer.disconnect()
      if (document.title === wanted) document.title = given
    }
  }, [title])
  return null
}
