'use client'

import { useEffect, useState } from 'react'

/** The id of the current section: the last one that begins above the upper third of the window. */
export function useSectionInView(ids: string[]): string | undefined {
  const [current, setCurrent] = useState<string>()
  const key = ids.join(' ')
  useEffect(() => {
    const sections = key.split(' ').flatMap((id) => document.getElementById(id) ?? [])
    const judge = () => {
      const line = window.innerHeight / 3
      setCurrent(sections.findLast((section) => section.getBoundingClientRect().top < line)?.id)
    }
    // The current section changes only when a section passes this line.
    const observer = new IntersectionObserver(judge, { rootMargin: '0px 0px -66% 0px', threshold: 0 })
    for (const section of sections) observer.observe(section)
    return () => observer.disconnect()
  }, [key])
  return current
}
