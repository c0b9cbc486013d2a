import { vi } from 'vitest'

/** Returns a Next router that does nothing. `push` receives the requested paths. */
export const routerTo = (push: (path: string) => void = () => undefined) => ({
  push,
  replace: (_: string): void => undefined,
  refresh() {},
  back() {},
  forward() {},
  prefetch() {},
  bfcacheId: '',
})

/** Defines `document.fonts`, which Mantine needs and happy-dom does not have. May be called more than once. */
export function defineFonts(): void {
  const silent = { addEventListener: () => undefined, removeEventListener: () => undefined }
  Object.defineProperty(document, 'fonts', { value: silent, configurable: true })
}

/**
 * Stubs uploads, which stay unfinished until the returned function is called. Then all of them get a response with
 * status 201 and `answer` as JSON.
 */
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
