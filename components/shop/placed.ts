/*
 * The latest orders that this browser has placed, by the Idempotency-Key of the checkout. A checkout may be opened
 * again from a copied tab or the history, when the cart is empty. It then leads to its order.
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

/** Returns the id of the order that was placed in this browser with an Idempotency-Key; undefined: no id is stored. */
export const placedWith = (key: string): number | undefined => read().find(([other]) => other === key)?.[1]

/** Stores the id of an order by the Idempotency-Key of the request. Keeps the latest twenty ids. */
export function rememberPlaced(key: string, order_id: number): void {
  try {
    localStorage.setItem(
      name,
      JSON.stringify([...read().filter(([other]) => other !== key), [key, order_id]].slice(-most)),
    )
  } catch {
    // Without storage, the server still returns the same order for the same key.
  }
}
