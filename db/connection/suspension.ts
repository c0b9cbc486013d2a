import { singleton } from '@/db/singleton'

/** What Vercel gives to the request that a function answers. */
interface RequestContext {
  waitUntil?: (promise: Promise<unknown>) => void
}

const contextKey = Symbol.for('@vercel/request-context')

/** The context of the current request; undefined where this is not a function of Vercel. */
function requestContext(): RequestContext | undefined {
  const holder: unknown = Reflect.get(globalThis, contextKey)
  if (typeof holder !== 'object' || holder === null || !('get' in holder) || typeof holder.get !== 'function') return
  const context: unknown = holder.get()
  return typeof context === 'object' && context !== null ? context : undefined
}

const waiting = () => singleton<{ end: (() => void) | undefined }>('suspension', () => ({ end: undefined }))

/**
 * Keeps the instance of a function awake for so many milliseconds, in which unused connections are closed. The next call
 * ends the wait of the one before. Does nothing outside of Vercel.
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
