// zod tries `new Function('')`, which the content security policy reports. This file runs before any schema is created.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

// Listeners are called in the order in which they were added, and this file runs before the router's. Preventing the
// event keeps the router on the page, for example with an unsaved form.
addEventListener('popstate', (event) => {
  if (!dispatchEvent(new Event('history-step', { cancelable: true }))) event.stopImmediatePropagation()
})

/** For the progress line of the admin and the offline bar of the storefront. */
export function onRouterTransitionStart(): void {
  dispatchEvent(new Event('navigation-start'))
}
