/**
 * A value that must exist once per process, stored on `globalThis`: Next loads the same module several times
 * (instrumentation, pages, route handlers), and again on every hot reload.
 */
export function singleton<T>(name: string, make: () => T): T {
  const key = Symbol.for(`mini-shop.${name}`)
  const store: { [key: symbol]: T } = globalThis
  store[key] ??= make()
  return store[key]
}
