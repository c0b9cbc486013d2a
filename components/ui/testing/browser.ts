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
