import { singleton } from '@/db/singleton'

interface RequestContext {
  waitUntil?: (promise: Promise<unknown>) => void
}

const contextKey = Symbol.for('@vercel/request-context')

/** Undefined outside of Vercel's functions. */
function requestContext(): RequestContext | undefined {
  const holder: unknown = Reflect.get(globalThis, contextKey)
  if (typeof holder !== 'object' || holder === null || !('get' in holder) || typeof holder.get !== 'function') return
  const context: unknown = holder.get()
  return typeof context === 'object' && context !== null ? context : undefined
}

const waiting = () => singleton<{ end: (() => void) | undefined }>('suspension', () => ({ end: undefined }))

/** Lets a function on Vercel close unused connections before its suspension. Each call replaces the previous time. */
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
