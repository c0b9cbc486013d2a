/**
 * The rules for HTML that the editor and the cleaner share, so that the cleaner does not remove formats that the editor
 * offers. Safe in the browser.
 */

export const alignments = ['left', 'center', 'right'] as const
export type Alignment = (typeof alignments)[number]

/** Matches the width and height of an image in pixels: 1 to 9999. */
export const imageSize = /^[1-9]\d{0,3}$/

/** The attributes of every video. */
export const videoAttributes = { controls: true, preload: 'metadata', playsInline: true }

/** The text of the link to a video without a poster. */
export const videoSign = '▶'

/** Matches the number of columns or rows that a cell of a table spans: 1 to 99. */
export const cellSpan = /^[1-9]\d?$/

/** Matches the first number of an ordered list: 0 to 9999. */
export const listStart = /^\d{1,4}$/

/** The `rel` tokens of every link. */
export const linkRel = ['noopener', 'nofollow']

const linkProtocols = new Set(['http:', 'https:', 'mailto:', 'tel:'])

/**
 * Whether a link may have this URL. Absolute URLs only, because texts are also shown outside of this site. For files of
 * the shop, see `linkHref`.
 */
const isLink = (href: unknown): href is string =>
  typeof href === 'string' &&
  !/[\p{Cc}<>]/u.test(href) &&
  URL.canParse(href) &&
  linkProtocols.has(new URL(href).protocol)

/** Paths of the shop's own images on this server. */
const ownImagePath = /^\/(files|demo|sandbox\/uploadthing\/a)\/./

/**
 * The origins of this server and its files. The first origin is the base of relative URLs. An entry that ends in a
 * slash is the URL prefix of a storage outside of this server.
 */
export type OwnOrigins = readonly [string, ...string[]]

/**
 * Returns the stored form of the URL of an image of the shop: a path, or the URL in another storage. undefined for the
 * URL of any other image.
 */
export function ownImageSrc(src: unknown, origins: OwnOrigins): string | undefined {
  if (typeof src !== 'string' || !URL.canParse(src, origins[0])) return undefined
  const url = new URL(src, origins[0])
  const address = url.origin + url.pathname
  if (origins.some((one) => one.endsWith('/') && address.startsWith(one) && address.length > one.length)) return address
  return origins.includes(url.origin) && ownImagePath.test(url.pathname) ? url.pathname : undefined
}

/**
 * Returns the stored form of a link's URL. The URL of a file of the shop is stored as in `ownImageSrc`. undefined for a
 * URL that is not allowed.
 */
export function linkHref(href: unknown, origins: OwnOrigins): string | undefined {
  const own = ownImageSrc(href, origins)
  if (own === undefined || typeof href !== 'string') return isLink(href) ? href : undefined
  const { search, hash } = new URL(href, origins[0])
  return own + search + hash
}

/**
 * Converts the URLs of images, videos and files in a text from the API to the form that the editor and the cleaner use.
 * A text that the user did not change is then equal to the stored text.
 */
export const withStoredAddresses = (html: string, origins: OwnOrigins): string =>
  html.replaceAll(
    /(<(?:(?:img|video) src|a href)="|(?<=<video src="[^">]*") poster=")([^"]*)/g,
    (_, start: string, url: string) =>
      `${start}${ownImageSrc(url, origins) === undefined ? url : linkHref(url, origins)}`,
  )

export const withoutControls = (value: string) => value.replaceAll(/[^\P{Cc}\n\t]/gu, '')

/**
 * Returns the alternative text of an image without < and >: parsers in mini-programs find tags by these characters
 * alone.
 */
export const imageAlt = (alt: string) => withoutControls(alt).replaceAll(/[<>]/g, '')
