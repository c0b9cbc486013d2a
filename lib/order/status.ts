import type { OrderStatus } from '@/db/schema/order'

/** What the customer himself may do next with an order. */
export const customerActions = ['pay', 'cancel', 'confirm'] as const

/** The statuses from which a move may be made; every move is one conditional update on exactly these. */
export const movesFrom = {
  pay: ['unpaid'],
  cancel: ['unpaid'],
  confirm: ['shipped'],
} as const satisfies Record<(typeof customerActions)[number], readonly OrderStatus[]>

/** An unpaid order whose time is up can still be cancelled, but no longer paid. */
export function actionsOf({ status, expires_at }: { status: OrderStatus; expires_at: Date }, now = new Date()) {
  return customerActions.filter((action) => {
    const from: readonly OrderStatus[] = movesFrom[action]
    return from.includes(status) && (action !== 'pay' || expires_at > now)
  })
}
