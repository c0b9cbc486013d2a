/** The phone's report about a payment. It does not prove whether money has moved. */
export type PaymentOutcome = 'ok' | 'cancelled' | 'failed'

/** Waits before the order is read again, in seconds: usually the shop has the callback within one. */
const waits = [0.5, 1, 2, 4, 8]

const pause = (seconds: number) => new Promise<void>((resolve) => setTimeout(resolve, seconds * 1_000))

/**
 * Reads the order after its payment until the shop has the provider's callback; still unpaid if it has not arrived
 * within 15 seconds. After a failed payment it is read once more.
 */
export async function awaitPayment<Order extends { status: string }>(
  outcome: PaymentOutcome,
  read: () => Promise<Order>,
  wait: (seconds: number) => Promise<void> = pause,
): Promise<Order> {
  let order = await read()
  for (const seconds of outcome === 'ok' ? waits : waits.slice(0, 1)) {
    if (order.status !== 'unpaid' || outcome === 'cancelled') break
    await wait(seconds)
    order = await read()
  }
  return order
}
