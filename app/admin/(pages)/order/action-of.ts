import type { StaffAction } from '@/db/enums'
import type { Order } from './record'

/** The actions that a command of a page combines. Commands with a single action are left out. */
const parts: Readonly<Record<string, readonly StaffAction[]>> = { edit: ['readdress', 'reprice'] }

/**
 * Returns the first allowed action of a command, or else its first action with the reason why the order refuses it.
 * undefined: the order has no such action.
 */
export function actionOf({ actions }: Pick<Order, 'actions'>, command: StaffAction | 'edit') {
  const among = actions.filter(({ action }) => (parts[command] ?? [command]).includes(action))
  return among.find(({ allowed }) => allowed) ?? among[0]
}
