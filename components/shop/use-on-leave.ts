import { usePathname } from 'next/navigation'
import { useEffect, useEffectEvent, useRef } from 'react'

/**
 * Calls `onLeave` when the customer leaves for another screen, such as with Back on a phone; not for the screen
 * `stays`.
 */
export function useOnLeave(onLeave: () => void, stays?: string): void {
  const path = usePathname()
  const before = useRef(path)
  const leave = useEffectEvent((next: string) => {
    if (next !== stays) onLeave()
  })
  useEffect(() => {
    if (before.current === path) return
    before.current = path
    leave(path)
  }, [path])
}
