import type { Recorder } from '@/lib/kit/api/run/recorder'
import type { Database } from '@/lib/kit/database'
import { LoggedInvoice } from './cms-schema'
import { readCmsInvoice } from './queries'

interface Change {
  db: Database
  params: { id: number }
  recorder: Recorder
}

/** Throws `not_found`. */
export async function auditedChange({ db, params: { id }, recorder }: Change, change: () => Promise<void>) {
  const before = await readCmsInvoice(db, id)
  await change()
  const after = await readCmsInvoice(db, id)
  recorder.audit({ target: ['invoice', id], as: LoggedInvoice, before, after, name: after.order_no })
  return after
}
