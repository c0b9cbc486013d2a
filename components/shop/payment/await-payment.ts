/** By the phone. Only the provider's callback proves that money has moved. */
export type PaymentOutcome = 'ok' | 'cancelled' | 'failed'

/** Seconds. Usually the callback arrives within one. */
const waits = [0.5, 1, 2, 4, 8]

const pause = (seconds: number) => new Promise<void>((resolve) => setTimeout(resolve, seconds * 1_000))

/** For about 15 seconds at most; twice after a failure, once after a cancellation. The order may still be unpaid. */
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
