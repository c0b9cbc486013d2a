'use client'

import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from 'react'

/**
 * The event that is dispatched on the window when the code of a part of the page could not be loaded. The storefront
 * then shows a message.
 */
export const partMissing = 'part-missing'

interface OnDemandOptions<Props> {
  /** The content that is shown until the code of the component is loaded. */
  waiting?: ReactNode
  /**
   * Called if the code cannot be loaded; it is then not loaded again. Without `onMissing`, loading is repeated every
   * three seconds.
   */
  onMissing?: (props: Props) => void
}

interface Part<Props> extends OnDemandOptions<Props> {
  load: () => Promise<ComponentType<Props>>
  loaded?: ComponentType<Props>
}

const again = 3_000

/**
 * Returns a component whose code is loaded when it is first rendered. If the code cannot be loaded, only this component
 * is missing; with `dynamic` of Next.js, an error page would replace the whole page.
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
