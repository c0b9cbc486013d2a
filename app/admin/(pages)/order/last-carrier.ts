'use client'

import { useAdmin } from '@/components/admin/frame/admin-context'
import { recall, remember } from '@/lib/server/admin/remember'

/** Stored in this browser; undefined if not among `offered`. */
export function useLastCarrier(offered: readonly { value: string }[]) {
  const name = `carrier.${useAdmin().user.id}`
  const last = recall(name)
  return {
    carrier: offered.find(({ value }) => value === last)?.value,
    keep: (carrier: string) => remember(name, carrier),
  }
}
