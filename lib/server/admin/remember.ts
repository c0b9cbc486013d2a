const prefix = 'admin.'
const yearSeconds = 365 * 24 * 60 * 60

/** For a year. A cookie, so that the server can use the preference when it renders a page. */
export function remember(name: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not available over plain http
  document.cookie = `${prefix}${name}=${encodeURIComponent(value)}; path=/admin; max-age=${yearSeconds}; samesite=lax`
}

/** `Admin.remembered`, by contrast, has the preferences of the time when the page was loaded. */
export function recall(name: string): string | undefined {
  const start = `${prefix}${name}=`
  const stored = document.cookie.split('; ').find((cookie) => cookie.startsWith(start))
  return stored === undefined ? undefined : decodeURIComponent(stored.slice(start.length))
}

/** From the cookies of a request, by name. */
export const rememberedIn = (cookies: { name: string; value: string }[]): Record<string, string> =>
  Object.fromEntries(
    cookies.flatMap(({ name, value }) => (name.startsWith(prefix) ? [[name.slice(prefix.length), value]] : [])),
  )
