import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import * as tables from '@/db/tables'
import { askAboutWaybills } from '@/lib/order/waybill/ask'
import { api } from './api'
import { database, unique } from './factories'

type Account = Partial<typeof tables.carrier_account.$inferInsert>

/** With a sender. `theirs`: as the simulated platform has it. */
export async function newAccount(
  { delivery_id = 'YTO', ...values }: Account = {},
  theirs: { status_code?: number; quota?: number } = {},
) {
  const db = await database()
  const biz_id = unique('biz')
  await db
    .insert(tables.sandbox_carrier_account)
    .values({ delivery_id, biz_id, status_code: 0, quota: 1_000, ...theirs })
  const [row] = await db
    .insert(tables.carrier_account)
    .values({
      delivery_id,
      biz_id,
      name: '圆通速递',
      services: [{ service_type: 1, service_name: '标准快递' }],
      service_type: 1,
      sender_name: '青梧茶铺',
      sender_phone: '0571-88888888',
      province: '浙江省',
      city: '杭州市',
      district: '拱墅区',
      detail: '青梧路 18 号',
      status_code: 0,
      quota: 1_000,
      checked_at: new Date(),
      ...values,
    })
    .returning()
  if (!row) throw new Error('no account')
  return row
}

export const makeWaybill = (
  token: string,
  { id, version = 2, ...input }: { id: number; version?: number; account_id: number; [field: string]: unknown },
  key?: string,
) =>
  api('POST /cms/waybill', {
    token,
    body: { order_id: id, version, ...input },
    headers: key === undefined ? {} : { 'idempotency-key': key },
  })

/** Runs the job until nothing is due, as after hours. */
export async function askAll(): Promise<void> {
  const db = await database()
  for (let round = 0; round < 20; round++) {
    await db
      .update(tables.waybill)
      .set({ next_try_at: sql`now() - interval '1 second'` })
      .where(inArray(tables.waybill.state, ['creating', 'canceling']))
    const { settled, refused, failed } = await askAboutWaybills()
    if (settled + refused + failed === 0) return
  }
  throw new Error('waybills are never settled')
}

export const waybillsOf = async (order_id: number) =>
  (await database())
    .select({ waybill: tables.waybill })
    .from(tables.waybill_order)
    .innerJoin(tables.waybill, eq(tables.waybill.id, tables.waybill_order.waybill_id))
    .where(eq(tables.waybill_order.order_id, order_id))
    .orderBy(tables.waybill.id)
    .then((rows) => rows.map(({ waybill }) => waybill))

/** Those of the order at the platform that were not canceled. */
export const validWaybills = async (order_no: string) =>
  (await database())
    .select()
    .from(tables.sandbox_waybill)
    .where(
      and(sql`${tables.sandbox_waybill.order_id} like ${`${order_no}-%`}`, isNull(tables.sandbox_waybill.canceled_at)),
    )
