/*
 * Which orders this browser has placed lately, by the Idempotency-Key of their checkout. A checkout that is opened again, from
 * a copied tab or the history, then leads to its order: its cart may be empty by now.
 */

const name = 'placed'
const most = 20

type Placed = [key: string, order_id: number][]

const isPlaced = (value: unknown): value is Placed =>
  Array.isArray(value) &&
  value.every((one) => Array.isArray(one) && typeof one[0] === 'string' && typeof one[1] === 'number')

function read(): Placed {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(name) ?? '[]')
    return isPlaced(value) ? value : []
  } catch {
    return []
  }
}

/** The order that was placed with this key; undefined: none, or not in this browser. */
export const placedWith = (key: string): number | undefined => read().find(([other]) => other === key)?.[1]

/** Remembers an order, and forgets the oldest of more than twenty. */
export function rememberPlaced(key: string, order_id: number): void {
  try {
    localStorage.setItem(
      name,
      JSON.stringify([...read().filter(([other]) => other !== key), [key, order_id]].slice(-most)),
    )
  } catch {
    // Without storage the shop still answers the same key with the same order.
  }
}
