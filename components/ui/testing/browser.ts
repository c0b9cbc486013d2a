import { vi } from 'vitest'

export const routerTo = (push: (path: string) => void = () => undefined) => ({
  push,
  replace: (_: string): void => undefined,
  refresh() {},
  back() {},
  forward() {},
  prefetch() {},
  bfcacheId: '',
})

/** Mantine needs it and happy-dom lacks it. May be called more than once. */
export function defineFonts(): void {
  const silent = { addEventListener: () => undefined, removeEventListener: () => undefined }
  Object.defineProperty(document, 'fonts', { value: silent, configurable: true })
}

/** Unfinished until the returned function is called. Then they get 201 and `answer` as JSON. */
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
