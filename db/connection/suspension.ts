import { singleton } from '@/db/singleton'

/** The context that Vercel gives to the request of a function. */
interface RequestContext {
  waitUntil?: (promise: Promise<unknown>) => void
}

const contextKey = Symbol.for('@vercel/request-context')

/** Returns the context of the current request; undefined outside of Vercel's functions. */
function requestContext(): RequestContext | undefined {
  const holder: unknown = Reflect.get(globalThis, contextKey)
  if (typeof holder !== 'object' || holder === null || !('get' in holder) || typeof holder.get !== 'function') return
  const context: unknown = holder.get()
  return typeof context === 'object' && context !== null ? context : undefined
}

const waiting = () => singleton<{ end: (() => void) | undefined }>('suspension', () => ({ end: undefined }))

/**
 * Keeps the instance of a function on Vercel awake for the given time, so that unused connections are closed before it
 * is suspended. Each call replaces the time of the previous call. Does nothing outside of Vercel.
 */
export function stayAwake(milliseconds: number): void {
  const context = requestContext()
  if (!context?.waitUntil) return
  const last = waiting()
  last.end?.()
  context.waitUntil(
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      last.end = () => {
        clearTimeout(timer)
        resolve()
      }
    }),
  )
}
