/**
 * The rules for HTML that the editor shares with the cleaner, so that what is written is not changed when it is saved.
 * Safe in the browser.
 */

export const alignments = ['left', 'center', 'right'] as const
export type Alignment = (typeof alignments)[number]

/** The width and height of an image, in pixels. */
export const imageSize = /^[1-9]\d{0,3}$/

/** The columns or rows that a cell of a table spans. */
export const cellSpan = /^[1-9]\d?$/

/** The first number of an ordered list. */
export const listStart = /^\d{1,4}$/

/** What every link has besides its URL. */
export const linkRel = ['noopener', 'nofollow']

const linkProtocols = new Set(['http:', 'https:', 'mailto:', 'tel:'])

/** Whether a link may have this URL. Absolute ones only: a text is also shown outside of this site. Files of the shop: `linkHref`. */
const isLink = (href: unknown): href is string =>
  typeof href === 'string' &&
  !/[\p{Cc}<>]/u.test(href) &&
  URL.canParse(href) &&
  linkProtocols.has(new URL(href).protocol)

/** Paths of the shop's own images on this server. */
const ownImagePath = /^\/(files|demo|sandbox\/uploadthing\/a)\/./

/**
 * The origins of this server: first the base of relative URLs, then its own and that of its files. One that ends in a
 * slash is how the addresses in another storage begin.
 */
export type OwnOrigins = readonly [string, ...string[]]

/** How one of the shop's own images is stored: as a path, or as its address in another storage. Undefined for any other URL. */
export function ownImageSrc(src: unknown, origins: OwnOrigins): string | undefined {
  if (typeof src !== 'string' || !URL.canParse(src, origins[0])) return undefined
  const url = new URL(src, origins[0])
  const address = url.origin + url.pathname
  if (origins.some((one) => one.endsWith('/') && address.startsWith(one) && address.length > one.length)) return address
  return origins.includes(url.origin) && ownImagePath.test(url.pathname) ? url.pathname : undefined
}

/**
 * The URL of a link as it is stored: where it leads to a file of the shop, the address is stored like that of an image.
 * Undefined for what no link may have.
 */
export function linkHref(href: unknown, origins: OwnOrigins): string | undefined {
  const own = ownImageSrc(href, origins)
  if (own === undefined || typeof href !== 'string') return isLink(href) ? href : undefined
  const { search, hash } = new URL(href, origins[0])
  return own + search + hash
}

/**
 * A text that the API returned, with the addresses of images and files as the editor and the cleaner write them: what
 * nobody has changed is then equal.
 */
export const withStoredAddresses = (html: string, origins: OwnOrigins): string =>
  html.replaceAll(
    /(<(?:img src|a href)=")([^"]*)/g,
    (_, start: string, url: string) =>
      `${start}${ownImageSrc(url, origins) === undefined ? url : linkHref(url, origins)}`,
  )

export const withoutControls = (value: string) => value.replaceAll(/[^\P{Cc}\n\t]/gu, '')

/** The alternative text of an image. Parsers in mini-programs find tags by < and > alone, so it may not have them. */
export const imageAlt = (alt: string) => withoutControls(alt).replaceAll(/[<>]/g, '')
