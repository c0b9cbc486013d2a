'use client'

import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from 'react'

/** Dispatched on the window when a part of the page could not be loaded, for the messages. */
export const partMissing = 'part-missing'

interface OnDemandOptions<Props> {
  /** Shown until it is loaded. */
  waiting?: ReactNode
  /** Called if it cannot be loaded: the part is given up. Without this, loading is repeated while it is needed. */
  onMissing?: (props: Props) => void
}

interface Part<Props> extends OnDemandOptions<Props> {
  load: () => Promise<ComponentType<Props>>
  loaded?: ComponentType<Props>
}

const again = 3_000

/**
 * A part of the page that is loaded when it is first shown. Without a connection only this part is missing, while an
 * error of `dynamic` would replace the page.
 */
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
