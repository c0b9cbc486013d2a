import { vi } from 'vitest'

/** A router of the framework without effect; `push` receives the requested paths. */
export const routerTo = (push: (path: string) => void = () => undefined) => ({
  push,
  replace: (_: string): void => undefined,
  refresh() {},
  back() {},
  forward() {},
  prefetch() {},
  bfcacheId: '',
})

/**
 * Adds properties to the document that Mantine needs and happy-dom does not have. May be called by several test files
 * of a process.
 */
export function defineFonts(): void {
  const silent = { addEventListener: () => undefined, removeEventListener: () => undefined }
  Object.defineProperty(document, 'fonts', { value: silent, configurable: true })
}

/** Lets uploads run until the returned function is called, which answers them with this JSON. */
export function holdUploads(answer: object): () => void {
  const ends: (() => void)[] = []
  class Held {
    upload = {}
    status = 201
    responseText = JSON.stringify(answer)
    onload: (() => void) | undefined
    onloadend: (() => void) | undefined
    open = () => undefined
    abort = () => undefined
    setRequestHeader = () => undefined
    getResponseHeader = (name: string) => (name === 'content-type' ? 'application/json' : null)
    send = () =>
      ends.push(() => {
        this.onload?.()
        this.onloadend?.()
      })
  }
  vi.stubGlobal('XMLHttpRequest', Held)
  return () => {
    for (const end of ends) end()
  }
}
