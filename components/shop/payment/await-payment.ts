/** The result of a payment as reported by the phone. Only the provider's callback proves that money has moved. */
export type PaymentOutcome = 'ok' | 'cancelled' | 'failed'

/** The seconds to wait before each reading of the order. Usually the callback arrives within one second. */
const waits = [0.5, 1, 2, 4, 8]

const pause = (seconds: number) => new Promise<void>((resolve) => setTimeout(resolve, seconds * 1_000))

/**
 * Reads the order after a payment until the shop has received the provider's callback, at most for about 15 seconds.
 * After this time, the returned order may still be unpaid. After a failed payment, reads the order at most twice; after
 * a canceled payment, once.
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
