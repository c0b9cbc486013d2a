import type { StaffAction } from '@/db/enums'
import type { Order } from './record'

/** The actions that each command of a page consists of. Commands that are one action are left out. */
const parts: Readonly<Record<string, readonly StaffAction[]>> = { edit: ['readdress', 'reprice'] }

/** Returns whether a command is possible with an order: the first of its actions that is allowed, else any of them. */
export function actionOf({ actions }: Pick<Order, 'actions'>, command: StaffAction | 'edit') {
  const among = actions.filter(({ action }) => (parts[command] ?? [command]).includes(action))
  return among.find(({ allowed }) => allowed) ?? among[0]
}
