'use client'

import { useAdmin } from '@/components/admin/frame/admin-context'
import { recall, remember } from '@/lib/server/admin/remember'

/** The carrier of the parcel that this person shipped last in this browser, if it is still offered. */
export function useLastCarrier(offered: readonly { value: string }[]) {
  const name = `carrier.${useAdmin().user.id}`
  const last = recall(name)
  return {
    carrier: offered.find(({ value }) => value === last)?.value,
    keep: (carrier: string) => remember(name, carrier),
  }
}
