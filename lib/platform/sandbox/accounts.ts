import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { sandbox_carrier_account } from '@/db/schema/sandbox'
import { connection } from '@/lib/kit/database'
import { type ApiAnswer, type ApiCall, badData, carriers } from './shipping'

type Account = typeof sandbox_carrier_account.$inferSelect

/** Good, without quota, not confirmed, with several services, with a low quota. */
const initial = [
  { delivery_id: 'YTO', biz_id: '021K000001', status_code: 0, quota: 1_000 },
  { delivery_id: 'ZTO', biz_id: 'ZTO-EMPTY', status_code: 0, quota: 0 },
  { delivery_id: 'STO', biz_id: 'STO-0001', status_code: 1, quota: 50 },
  { delivery_id: 'SF', biz_id: 'SF0000000001', status_code: 0, quota: 500 },
  { delivery_id: 'JTSD', biz_id: 'JT-0001', status_code: 0, quota: 15 },
]

/** Returns the accounts that the shop has bound. */
async function allAccounts(): Promise<Account[]> {
  const { db } = await connection()
  const read = () => db.select().from(sandbox_carrier_account).orderBy(sandbox_carrier_account.id)
  const there = await read()
  if (there.length > 0) return there
  await db.insert(sandbox_carrier_account).values(initial).onConflictDoNothing()
  return read()
}

/** Returns the account of the shop at the carrier; undefined: none is bound. */
export const carrierAccountOf = async (delivery_id: string, biz_id: string): Promise<Account | undefined> =>
  (await allAccounts()).find((one) => one.delivery_id === delivery_id && one.biz_id === biz_id)

const services: Record<string, { service_type: number; service_name: string }[]> = {
  YTO: [{ service_type: 0, service_name: '标准快递' }],
  SF: [
    { service_type: 1, service_name: '标准快递' },
    { service_type: 2, service_name: '顺丰特惠' },
  ],
}
const otherServices = [{ service_type: 1, service_name: '标准快递' }]

const servicesOf = (delivery_id: string) => services[delivery_id] ?? otherServices

/** `GET /cgi-bin/express/business/account/getall`. */
async function getAllAccounts(): Promise<ApiAnswer> {
  const list = (await allAccounts()).map(({ delivery_id, biz_id, status_code, quota }) => ({
    delivery_id,
    biz_id,
    alias: '',
    status_code,
    quota_num: quota,
    service_type: servicesOf(delivery_id),
  }))
  return { count: list.length, list }
}

/** `GET /cgi-bin/express/business/delivery/getall`. */
async function getAllDeliveries(): Promise<ApiAnswer> {
  const data = Object.entries(carriers).map(([delivery_id, delivery_name]) => ({
    delivery_id,
    delivery_name,
    can_use_cash: 0,
    can_get_quota: 1,
    service_type: servicesOf(delivery_id),
  }))
  return { count: data.length, data }
}

const Binding = z.object({
  type: z.enum(['bind', 'unbind']),
  biz_id: z.string().min(1),
  delivery_id: z.string().min(1),
  password: z.string(),
  remark_content: z.string(),
})

const boundAlready = 9300529
const notBound = 9300530
const wrongPassword = 9300531

/** `POST /cgi-bin/express/business/account/bind`. With the password `wrong`, the carrier does not confirm the account. */
async function bindAccount({ body }: ApiCall): Promise<ApiAnswer> {
  const parsed = Binding.safeParse(body)
  if (!parsed.success || !Object.hasOwn(carriers, parsed.data.delivery_id)) return badData
  const { type, delivery_id, biz_id, password } = parsed.data
  const there = await carrierAccountOf(delivery_id, biz_id)
  if (type === 'bind' && there?.status_code === 0) return boundAlready
  if (type === 'unbind' && !there) return notBound
  if (password === '') return wrongPassword
  const { db } = await connection()
  const status_code = password === 'wrong' ? 1 : 0
  const { delivery_id: carrier, biz_id: number } = sandbox_carrier_account
  if (type === 'bind')
    await db
      .insert(sandbox_carrier_account)
      .values({ delivery_id, biz_id, status_code, quota: 100 })
      .onConflictDoUpdate({ target: [carrier, number], set: { status_code } })
  else await db.delete(sandbox_carrier_account).where(and(eq(carrier, delivery_id), eq(number, biz_id)))
  return {}
}

const reads: Record<string, () => Promise<ApiAnswer>> = {
  '/cgi-bin/express/business/account/getall': getAllAccounts,
  '/cgi-bin/express/business/delivery/getall': getAllDeliveries,
}

/** The platform takes these by GET, and all others by POST. */
export const isReadByGet = (path: string) => Object.hasOwn(reads, path)

export const accountOperations: Record<string, (call: ApiCall) => Promise<ApiAnswer>> = {
  ...reads,
  '/cgi-bin/express/business/account/bind': bindAccount,
}
