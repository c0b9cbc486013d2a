import { createHash } from 'node:crypto'
import type { Receiver } from '@/db/schema/order'
import { receiverFields } from '@/lib/order/same-receiver'

/** SHA-256 in hex, equal for the same receivers of `isSameReceiver`. */
export const digestOf = (receiver: Receiver): string =>
  createHash('sha256')
    .update(JSON.stringify(receiverFields.map((field) => receiver[field])))
    .digest('hex')
