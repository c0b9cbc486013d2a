'use client'

import { useAdmin } from '@/components/shell/admin-context'
import { recall, remember } from '@/lib/admin/remember'

/** The carrier of the parcel that this person shipped last in this browser, if it is still offered. */
export function useLastCarrier(offered: readonly { value: string }[]) {
  const name = `carrier.${useAdmin().user.id}`
  const last = recall(name)
  return {
    carrier: offered.find(({ value }) => value === last)?.value,
    keep: (carrier: string) => remember(name, carrier),
  }
}
