const prefix = 'admin.'
const year = 365 * 24 * 60 * 60

/**
 * Remembers a choice of look in this browser. A cookie and not its storage, so that the server knows it too and the
 * first picture is the right one.
 */
export function remember(name: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not there on plain http
  document.cookie = `${prefix}${name}=${encodeURIComponent(value)}; path=/admin; max-age=${year}; samesite=lax`
}

/** What {@link remember} wrote, from the cookies of a request. */
export const rememberedIn = (cookies: { name: string; value: string }[]): Record<string, string> =>
  Object.fromEntries(
    cookies.flatMap(({ name, value }) => (name.startsWith(prefix) ? [[name.slice(prefix.length), value]] : [])),
  )
