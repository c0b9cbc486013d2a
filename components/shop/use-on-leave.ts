import { usePathname } from 'next/navigation'
import { useEffect, useEffectEvent, useRef } from 'react'

/** Calls it when the customer leaves for another screen, such as with the Back of the phone; not for the one of `stays`. */
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
