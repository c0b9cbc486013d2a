import { eq, sql } from 'drizzle-orm'
import { sandbox_refund, sandbox_trade } from '@/db/schema/sandbox'
import type { Database } from '@/lib/kit/database'
import type { Merchant } from '@/lib/platform/wechat/credentials'
import type { Transaction } from '@/lib/platform/wechat/pay'
import type { ShippingUpload } from '@/lib/platform/wechat/shipping'
import { prepayId, refundId, transactionId } from './numbers'
import { merged } from './shipping'

/* In the transaction of the orders. Returns the records in the format in which the platform reports them. */

interface Paid {
  out_trade_no: string
  openid: string
  /** In fen. */
  total: number
}

/** In the form of a query of the payment. */
export async function writeTrade(
  tx: Database,
  by: Merchant,
  { out_trade_no, openid, total }: Paid,
): Promise<Transaction> {
  const now = new Date()
  const transaction_id = transactionId(now)
  await tx.insert(sandbox_trade).values({
    out_trade_no,
    openid,
    total,
    request: { appid: by.appid, mchid: by.mchid, out_trade_no },
    notify_url: by.notify_url,
    prepay_id: prepayId(now),
    state: 'SUCCESS',
    transaction_id,
    paid_at: sql`now()`,
    expires_at: sql`now()`,
  })
  return {
    appid: by.appid,
    mchid: by.mchid,
    out_trade_no,
    transaction_id,
    trade_state: 'SUCCESS',
    payer: { openid },
    amount: { total, currency: 'CNY' },
  }
}

/** In the form of a query. Throws if the trade does not exist. */
export async function writeRefund(
  tx: Database,
  { payment_no, refund_no, amount }: { payment_no: string; refund_no: string; amount: number },
) {
  const [trade] = await tx
    .update(sandbox_trade)
    .set({ state: 'REFUND' })
    .where(eq(sandbox_trade.out_trade_no, payment_no))
    .returning({ id: sandbox_trade.id })
  if (!trade) throw new Error('the trade does not exist')
  const refund_id = refundId(new Date())
  await tx.insert(sandbox_refund).values({
    out_refund_no: refund_no,
    refund_id,
    trade_id: trade.id,
    amount,
    state: 'SUCCESS',
    succeeded_at: sql`now()`,
  })
  return { out_refund_no: refund_no, refund_id, status: 'SUCCESS', amount: { refund: amount } }
}

/** As if uploaded by the shop. Throws if the platform would refuse the upload. */
export async function writeShipping(tx: Database, upload: ShippingUpload): Promise<void> {
  const condition = eq(sandbox_trade.transaction_id, upload.transaction_id)
  const [trade] = await tx.select({ shipping: sandbox_trade.shipping }).from(sandbox_trade).where(condition)
  const { logistics_type, delivery_mode, is_all_delivered, parcels } = upload
  const shipping = merged(trade?.shipping ?? null, {
    logistics_type,
    delivery_mode,
    is_all_delivered,
    shipping_list: parcels,
  })
  if (typeof shipping === 'number') throw new Error(`the platform refuses the upload with ${shipping}`)
  await tx.update(sandbox_trade).set({ shipping }).where(condition)
}
