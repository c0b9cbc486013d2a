/**
 * Returns the value with this name, and makes the value on the first call. The value is stored on `globalThis`, and so
 * exists once per process. A module variable could exist several times: Next loads a module separately for
 * instrumentation, pages and route handlers, and again on every hot reload.
 */
export function singleton<T>(name: string, make: () => T): T {
  const key = Symbol.for(`mini-shop.${name}`)
  const store: { [key: symbol]: T } = globalThis
  store[key] ??= make()
  return store[key]
}
