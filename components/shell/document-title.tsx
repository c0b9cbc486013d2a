'use client'

import { useEffect } from 'react'

/** Names the window after what is shown, where that is known only once the page has been read. */
export function DocumentTitle({ title }: { title: string }) {
  useEffect(() => {
    const before = document.title
    document.title = `${title} · mini-shop`
    return () => {
      document.title = before
    }
  }, [title])
  return null
}
