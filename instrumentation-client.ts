// zod tries `new Function('')` to see whether it may compile schemas, which the content security policy reports as a
// violation. Told beforehand that it may not, it does not try. This runs before any schema is made.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

// Back and Forward, before the router's own listener: listeners of the window are called in the order of their making,
// and this file runs first. Whoever prevents it keeps the router where it is; an unsaved form does.
addEventListener('popstate', (event) => {
  if (!dispatchEvent(new Event('history-step', { cancelable: true }))) event.stopImmediatePropagation()
})

/** A navigation begins: the line at the top of the back office waits for this. */
export function onRouterTransitionStart(): void {
  dispatchEvent(new Event('navigation-start'))
}
