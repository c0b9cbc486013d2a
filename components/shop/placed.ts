/* A checkout opened again from a copied tab or the history, with an empty cart, leads to its order. */

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

export const placedWith = (key: string): number | undefined => read().find(([other]) => other === key)?.[1]

/** Keeps the latest twenty, by Idempotency-Key. */
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
