/**
 * Makes the value once per process, on `globalThis`: Next loads a module separately for instrumentation, pages and
 * route handlers, and on every hot reload, so a module variable could exist several times.
 */
export function singleton<T>(name: string, make: () => T): T {
  const key = Symbol.for(`mini-shop.${name}`)
  const store: { [key: symbol]: T } = globalThis
  store[key] ??= make()
  return store[key]
}
