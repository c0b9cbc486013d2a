'use client'

import { useEffect, useState } from 'react'

/** The last section that begins in the upper third of the window or above. */
export function useSectionInView(ids: string[]): string | undefined {
  const [current, setCurrent] = useState<string>()
  const key = ids.join(' ')
  useEffect(() => {
    const sections = key.split(' ').flatMap((id) => document.getElementById(id) ?? [])
    let frame = 0
    const judge = () => {
      const line = window.innerHeight / 3
      setCurrent(sections.findLast((section) => section.getBoundingClientRect().top < line)?.id)
    }
    // At most once a frame, and always after the last movement.
    const schedule = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(judge)
    }
    schedule()
    window.addEventListener('scroll', schedule, { passive: true })
    window.addEventListener('resize', schedule)
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('scroll', schedule)
      window.removeEventListener('resize', schedule)
    }
  }, [key])
  return current
}
