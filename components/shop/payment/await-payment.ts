/** What the phone says about a payment. None of it proves that money has moved or not. */
export type PaymentOutcome = 'ok' | 'cancelled' | 'failed'

/** Waits before the order is read again, in seconds: mostly the shop knows within one. */
const waits = [0.5, 1, 2, 4, 8]

const pause = (seconds: number) => new Promise<void>((resolve) => setTimeout(resolve, seconds * 1_000))

/**
 * The order after its payment, read until the shop has heard of it from the payment provider; still unpaid where it has
 * not for 15 seconds. After a payment that failed it is read once more.
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
