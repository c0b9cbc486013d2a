// zod tries `new Function('')` to find out whether it can compile schemas, and the content security policy reports this
// as a violation. With `jitless`, zod does not try. This file runs before any schema is created.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

// Fires an event for Back and Forward before the router's own listener: listeners are called in the order in which they
// were added, and this file runs first. Preventing the event keeps the router on the page, for example with an unsaved
// form.
addEventListener('popstate', (event) => {
  if (!dispatchEvent(new Event('history-step', { cancelable: true }))) event.stopImmediatePropagation()
})

/**
 * Dispatches an event when Next begins a navigation. The progress line of the admin and the offline bar of the
 * storefront listen for the event `navigation-start`.
 */
export function onRouterTransitionStart(): void {
  dispatchEvent(new Event('navigation-start'))
}
