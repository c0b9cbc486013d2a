'use client'

import { useAdmin } from '@/components/admin/frame/admin-context'
import { recall, remember } from '@/lib/server/admin/remember'

/** The carrier that the user shipped with last in this browser, if it is still offered, and a function to store it. */
export function useLastCarrier(offered: readonly { value: string }[]) {
  const name = `carrier.${useAdmin().user.id}`
  const last = recall(name)
  return {
    carrier: offered.find(({ value }) => value === last)?.value,
    keep: (carrier: string) => remember(name, carrier),
  }
}
