import type { StaffAction } from '@/db/enums'
import type { Order } from './record'

/**
 * The actions behind a command that combines several actions. A command that is not listed is a single action of the
 * same name.
 */
const parts: Readonly<Record<string, readonly StaffAction[]>> = { edit: ['readdress', 'reprice'] }

/**
 * Returns the first action of a command that the order allows. If the order allows none, returns the first action of
 * the command, which contains the reason of the refusal. undefined: the order lists no action of this command.
 */
export function actionOf({ actions }: Pick<Order, 'actions'>, command: StaffAction | 'edit') {
  const among = actions.filter(({ action }) => (parts[command] ?? [command]).includes(action))
  return among.find(({ allowed }) => allowed) ?? among[0]
}
