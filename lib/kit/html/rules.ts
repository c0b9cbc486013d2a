/** Shared by editor and cleaner, so that the cleaner keeps what the editor offers. Safe in the browser. */

export const alignments = ['left', 'center', 'right'] as const
export type Alignment = (typeof alignments)[number]

/** 1 to 9999 pixels. */
export const imageSize = /^[1-9]\d{0,3}$/

export const videoAttributes = { controls: true, preload: 'metadata', playsInline: true }

/** Shown by the link to a video without a poster. */
export const videoSign = '▶'

/** 1 to 99. */
export const cellSpan = /^[1-9]\d?$/

/** 0 to 9999. */
export const listStart = /^\d{1,4}$/

export const linkRel = ['noopener', 'nofollow']

const linkProtocols = new Set(['http:', 'https:', 'mailto:', 'tel:'])

/** Absolute, because texts are also shown outside of this site. For files of the shop, see `linkHref`. */
const isLink = (href: unknown): href is string =>
  typeof href === 'string' &&
  !/[\p{Cc}<>]/u.test(href) &&
  URL.canParse(href) &&
  linkProtocols.has(new URL(href).protocol)

const ownImagePath = /^\/(files|demo|sandbox\/uploadthing\/a)\/./

/** The first is the base of relative URLs. One that ends in a slash is the URL prefix of a storage elsewhere. */
export type OwnOrigins = readonly [string, ...string[]]

/** A path, or the URL in another storage. undefined: no image of the shop. */
export function ownImageSrc(src: unknown, origins: OwnOrigins): string | undefined {
  if (typeof src !== 'string' || !URL.canParse(src, origins[0])) return undefined
  const url = new URL(src, origins[0])
  const address = url.origin + url.pathname
  if (origins.some((one) => one.endsWith('/') && address.startsWith(one) && address.length > one.length)) return address
  return origins.includes(url.origin) && ownImagePath.test(url.pathname) ? url.pathname : undefined
}

/** Files of the shop as in `ownImageSrc`. undefined: not allowed. */
export function linkHref(href: unknown, origins: OwnOrigins): string | undefined {
  const own = ownImageSrc(href, origins)
  if (own === undefined || typeof href !== 'string') return isLink(href) ? href : undefined
  const { search, hash } = new URL(href, origins[0])
  return own + search + hash
}

/** A text from the API that the user did not change is then equal to the stored text. */
export const withStoredAddresses = (html: string, origins: OwnOrigins): string =>
  html.replaceAll(
    /(<(?:(?:img|video) src|a href)="|(?<=<video src="[^">]*") poster=")([^"]*)/g,
    (_, start: string, url: string) =>
      `${start}${ownImageSrc(url, origins) === undefined ? url : linkHref(url, origins)}`,
  )

export const withoutControls = (value: string) => value.replaceAll(/[^\P{Cc}\n\t]/gu, '')

/** Without < and >: parsers in mini-programs find tags by these characters alone. */
export const imageAlt = (alt: string) => withoutControls(alt).replaceAll(/[<>]/g, '')
