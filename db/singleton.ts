const key = Symbol.for('mini-shop')

/** The values by name. One object holds them all: looking up a symbol for each by its text would take longer. */
function valuesOf<T>(): Record<string, T> {
  const holder: { [key: symbol]: Record<string, T> | undefined } = globalThis
  const values = holder[key] ?? {}
  holder[key] = values
  return values
}

/**
 * A value that must exist once per process, stored on `globalThis`: Next loads the same module several times
 * (instrumentation, pages, route handlers), and again on every hot reload.
 */
export function singleton<T>(name: string, make: () => T): T {
  const values = valuesOf<T>()
  values[name] ??= make()
  return values[name]
}

/** Forgets the values with these names, so that their next use makes them anew; for tests. */
export function forgetSingletons(isForgotten: (name: string) => boolean): void {
  const values = valuesOf()
  for (const name of Object.keys(values)) if (isForgotten(name)) Reflect.deleteProperty(values, name)
}
