/**
 * What must exist once in a process lives on `globalThis`: Next loads the same module several times (instrumentation,
 * pages, route handlers), and again on every hot reload.
 */
export function once<T>(name: string, make: () => T): T {
  const key = Symbol.for(`mini-shop.${name}`)
  const held: { [key: symbol]: T } = globalThis
  held[key] ??= make()
  return held[key]
}
