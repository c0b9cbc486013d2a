import type { StaffAction } from '@/db/enums'
import type { Order } from './record'

/** Of combined commands; others are a single action of the same name. */
const parts: Readonly<Record<string, readonly StaffAction[]>> = { edit: ['readdress', 'reprice'] }

/** The first allowed one, else the first, which has the reason of the refusal. undefined: none is listed. */
export function actionOf({ actions }: Pick<Order, 'actions'>, command: StaffAction | 'edit') {
  const among = actions.filter(({ action }) => (parts[command] ?? [command]).includes(action))
  return among.find(({ allowed }) => allowed) ?? among[0]
}
