'use client'

import { useAdmin } from '@/components/admin/frame/admin-context'
import { recall, remember } from '@/lib/server/admin/remember'

/**
 * Returns the carrier that the user last chose in this browser, and a function that stores a carrier. The carrier is
 * undefined if it is not among `offered`.
 */
export function useLastCarrier(offered: readonly { value: string }[]) {
  const name = `carrier.${useAdmin().user.id}`
  const last = recall(name)
  return {
    carrier: offered.find(({ value }) => value === last)?.value,
    keep: (carrier: string) => remember(name, carrier),
  }
}
