/** A router of the framework that goes nowhere; `push` hears where it was asked to go. */
export const routerTo = (push: (path: string) => void = () => undefined) => ({
  push,
  replace: (_: string): void => undefined,
  refresh() {},
  back() {},
  forward() {},
  prefetch() {},
  bfcacheId: '',
})

/** Gives the document what Mantine needs and happy-dom does not have. May be called by several test files of a process. */
export function defineFonts(): void {
  const silent = { addEventListener: () => undefined, removeEventListener: () => undefined }
  Object.defineProperty(document, 'fonts', { value: silent, configurable: true })
}
