// zod tries `new Function('')` to find out whether it can compile schemas, which the content security policy reports as a
// violation. With `jitless` it does not try. This runs before any schema is made.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

// Back and Forward, before the router's own listener: listeners are called in the order in which they were added, and this
// file runs first. Preventing the event keeps the router on the page, as an unsaved form does.
addEventListener('popstate', (event) => {
  if (!dispatchEvent(new Event('history-step', { cancelable: true }))) event.stopImmediatePropagation()
})

/** Called when a navigation begins; the progress line of the admin listens for this event. */
export function onRouterTransitionStart(): void {
  dispatchEvent(new Event('navigation-start'))
}
