import { ClosedBanner } from '@/components/shop/closed-banner'
import { getShop } from '@/lib/home/endpoints'
import { call } from '@/lib/server/next/call'
import { readPublic } from './read-public'

/** Reads the setting `shop.closed` for each screen, so that a change appears on the next one. */
export async function Closed() {
  const shop = await readPublic(() => call(getShop))
  return shop?.closed ? <ClosedBanner key={shop.closed.from} closing={shop.closed} /> : null
}
