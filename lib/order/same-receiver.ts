import type { Receiver } from '@/db/schema/order'

/* Safe in the browser. */

const fields = ['name', 'mobile', 'province', 'city', 'district', 'detail', 'postal_code'] as const

export const isSameReceiver = (a: Receiver, b: Receiver) => fields.every((field) => a[field] === b[field])
