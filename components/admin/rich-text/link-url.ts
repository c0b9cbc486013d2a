import { linkHref, type OwnOrigins } from '@/lib/kit/html/rules'

/** Accepts `shop.example`, `a@b.example`, `+86 138 …`, and URLs of the shop's files. undefined: invalid. */
export function linkUrl(typed: string, origins: OwnOrigins): string | undefined {
  const address = typed.trim()
  const candidates = /^\+?[\d\s()-]{5,20}$/.test(address)
    ? [`tel:${address.replaceAll(/[^\d+]/g, '')}`]
    : /^[^\s@:/]+@[^\s@:/.]+(?:\.[^\s@:/.]+)+\.?$/.test(address)
      ? [`mailto:${address}`]
      : /^[^\s:/?#@.]+(?:\.[^\s:/?#@.]+)+\.?([/?#:]\S*)?$/.test(address)
        ? [`https://${address}`]
        : [address]
  return candidates.map((href) => linkHref(href, origins)).find((href) => href !== undefined)
}
