'use client'

import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from 'react'

/** Dispatched on the window. The storefront then shows a message. */
export const partMissing = 'part-missing'

interface OnDemandOptions<Props> {
  waiting?: ReactNode
  /** Called if the code cannot be loaded, once. Without it, loading is repeated every three seconds. */
  onMissing?: (props: Props) => void
}

interface Part<Props> extends OnDemandOptions<Props> {
  load: () => Promise<ComponentType<Props>>
  loaded?: ComponentType<Props>
}

const again = 3_000

/** Only this component is missing if loading fails; `dynamic` of Next.js would replace the page by an error page. */
export function onDemand<Props extends object>(
  load: Part<Props>['load'],
  options: OnDemandOptions<Props> = {},
): ComponentType<Props> {
  const part: Part<Props> = { load, ...options }
  return (props) => <Loaded part={part} props={props} />
}

function Loaded<Props extends object>({ part, props }: { part: Part<Props>; props: Props }) {
  const [Shown, setShown] = useState(() => part.loaded)
  const giveUp = useEffectEvent(() => part.onMissing?.(props))
  useEffect(() => {
    if (part.loaded) return
    let isGone = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const attempt = async (isFirst: boolean) => {
      try {
        const loaded = await part.load()
        part.loaded = loaded
        if (!isGone) setShown(() => loaded)
      } catch {
        if (isGone) return
        if (isFirst) dispatchEvent(new Event(partMissing))
        if (part.onMissing) giveUp()
        else timer = setTimeout(() => void attempt(false), again)
      }
    }
    void attempt(true)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [part])
  return Shown ? <Shown {...props} /> : part.waiting
}
