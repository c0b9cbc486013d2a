import { usePathname } from 'next/navigation'
import { useEffect, useEffectEvent, useRef } from 'react'

/**
 * Calls `onLeave` when the path changes, for example after Back on a phone. Does not call it if the new path is
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
