import { createPrivateKey, randomUUID } from 'node:crypto'
import type { Client } from 'pg'
import { z } from 'zod'
import { seal } from '@/lib/platform/wechat/seal'
import { signatureHeaders } from '@/lib/platform/wechat/signature'
import { fixed, printTable, verdict } from './table'
import { median } from './target'

const bar_ms = 50
const together = 16
const count = 1_600

interface Account {
  appid: string
  mchid: string
  apiv3_key: string
  platform_public_key_id: string
  platform_private_key: string
}

interface Payment {
  payment_no: string
  amount: number
}

const Code = z.object({ code: z.string() })

async function post(url: string, path: string, body: object): Promise<unknown> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`POST ${path} was answered ${answer.status}: ${await answer.text()}`)
  return answer.json()
}

/** Adds unpaid orders, each with an open payment. Returns the payments. */
async function addPayments(client: Client, customers: number[], skus: number[]): Promise<Payment[]> {
  const { rows } = await client.query<Payment>(
    `with placed as (
      insert into "order" (order_no, user_id, items_amount, total_amount, receiver, expires_at)
      select 'BENCH' || lpad(n::text, 15, '0'), ($1::int[])[1 + n % array_length($1::int[], 1)], 1000, 1000, '{}', now() + interval '1 hour'
      from generate_series(1, $3::int) n
      returning id
    ), filled as (
      insert into order_item (order_id, product_id, sku_id, name, spec_text, price, count, amount)
      select placed.id, s.product_id, s.id, '存货', '', 1000, 1, 1000
      from placed join sku s on s.id = ($2::int[])[1 + placed.id % array_length($2::int[], 1)]
    )
    insert into payment (payment_no, order_id, provider, amount, status, payer, expires_at)
    select 'B' || lpad(id::text, 20, '0'), id, 'wechat', 1000, 'prepaid', 'bench', now() + interval '1 hour' from placed
    returning payment_no, amount::int as amount`,
    [customers, skus, count],
  )
  return rows
}

/** Returns the payment provider's callback about a payment, encrypted and signed. */
function callbackOf(
  { payment_no, amount }: Payment,
  account: Account,
): { headers: Record<string, string>; body: string } {
  const resource = seal(
    account.apiv3_key,
    JSON.stringify({
      appid: account.appid,
      mchid: account.mchid,
      out_trade_no: payment_no,
      transaction_id: `T${payment_no}`,
      trade_state: 'SUCCESS',
      success_time: new Date().toISOString(),
      payer: { openid: 'bench' },
      amount: { total: amount, currency: 'CNY' },
    }),
    { nonce: 'benchmark-12', associated_data: 'transaction' },
  )
  const body = JSON.stringify({ id: randomUUID(), event_type: 'TRANSACTION.SUCCESS', resource })
  const key = createPrivateKey(account.platform_private_key)
  const timestamp = Math.floor(Date.now() / 1000)
  const signed = signatureHeaders(body, { key, serial: account.platform_public_key_id, timestamp, nonce: 'benchmark' })
  return { headers: { ...signed, 'content-type': 'application/json' }, body }
}

/** Sends callbacks about payments, sixteen at a time, each about another order. Prints the median response time. */
export async function callbacks(
  url: string,
  client: Client,
  { customers, skus }: { customers: number[]; skus: number[] },
) {
  // The simulated platform creates its keys at the first sign-in.
  const { code } = Code.parse(await post(url, '/sandbox/control', { action: 'login_code' }))
  await post(url, '/v1/token', { type: 200, account: code })
  const { rows } = await client.query<Account>('select * from sandbox_account')
  const [account] = rows
  if (!account) throw new Error('the simulated platform has no account')
  const waiting = (await addPayments(client, customers, skus)).map((payment) => callbackOf(payment, account))
  const times: number[] = []
  const worker = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const started = performance.now()
      const answer = await fetch(`${url}/v1/pay/notify`, { method: 'POST', ...next })
      if (answer.status !== 204) throw new Error(`a callback was answered ${answer.status}: ${await answer.text()}`)
      times.push(performance.now() - started)
    }
  }
  await Promise.all(Array.from({ length: together }, worker))
  const [paid] = (
    await client.query<{ paid: number }>(`select count(*)::int as paid from "order" where status = 'paid'`)
  ).rows
  const p50_ms = median(times)
  printTable(
    ['', 'value', 'bar', ''],
    [
      [
        `POST /v1/pay/notify, ${together} at once, median ms`,
        fixed(p50_ms, 1),
        bar_ms,
        verdict(p50_ms, bar_ms, 'lower'),
      ],
    ],
  )
  return { callbacks: times.length, paid: paid?.paid, p50_ms, bar_ms }
}
