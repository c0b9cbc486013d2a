import { usePathname } from 'next/navigation'
import { useEffect, useEffectEvent, useRef } from 'react'

/** For example after Back on a phone. Not for the path `stays`. */
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
