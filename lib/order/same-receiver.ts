import type { Receiver } from '@/db/schema/order'

/* Safe in the browser. */

export const receiverFields = ['name', 'mobile', 'province', 'city', 'district', 'detail', 'postal_code'] as const

export const isSameReceiver = (a: Receiver, b: Receiver) => receiverFields.every((field) => a[field] === b[field])
