// zod tries `new Function('')` to see whether it may compile schemas, which the content security policy reports as a
// violation. Told beforehand that it may not, it does not try. This runs before any schema is made.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

/** A navigation begins: the line at the top of the back office waits for this. */
export function onRouterTransitionStart(): void {
  dispatchEvent(new Event('navigation-start'))
}
