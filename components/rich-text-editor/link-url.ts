import { isLink } from '@/lib/html/rules'

/** The URL for what somebody typed as an address: `shop.example`, `a@b.example`, `+86 138 …`. Undefined if it is none. */
export function linkUrl(typed: string): string | undefined {
  const address = typed.trim()
  const candidates = /^\+?[\d\s()-]{5,20}$/.test(address)
    ? [`tel:${address.replaceAll(/[^\d+]/g, '')}`]
    : /^[^\s@:/]+@[^\s@:/]+\.[^\s@:/]+$/.test(address)
      ? [`mailto:${address}`]
      : /^[^\s:/?#@]+\.[^\s:/?#@]+([/?#:]\S*)?$/.test(address)
        ? [`https://${address}`]
        : [address]
  return candidates.find(isLink)
}
