import { ClosedBanner } from '@/components/shop/closed-banner'
import { getShop } from '@/lib/home/endpoints'
import { call } from '@/lib/server/next/call'
import { readPublic } from './read-public'

/**
 * A note that the shop is closed, or will be closed. Reads the setting `shop.closed` for each screen, so that a change
 * of the setting appears on the next screen.
 */
export async function Closed() {
  const shop = await readPublic(() => call(getShop))
  return shop?.closed ? <ClosedBanner key={shop.closed.from} closing={shop.closed} /> : null
}
