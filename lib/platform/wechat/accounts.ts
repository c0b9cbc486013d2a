import { z } from 'zod'
import type { MiniProgram } from './credentials'
import { type Answer, callWithToken } from './mini-program'
import { ProviderFailure } from './transport'

/* Accounts of the shop at carriers, for electronic waybills. All throw {@link ProviderFailure}. */

const text = z.string().min(1).max(128)
const Services = z.array(z.object({ service_type: z.coerce.number().int(), service_name: text })).max(200)

const Accounts = z.object({
  list: z
    .array(
      z.object({
        biz_id: text,
        delivery_id: text,
        status_code: z.coerce.number().int(),
        quota_num: z.coerce.number().int().nullish().catch(null),
        service_type: Services.optional().catch(undefined),
      }),
    )
    .max(2_000),
})

/** Bound once, and not any more. */
const unbound = 3

/** Returns the accounts that are bound. `services`: undefined if the platform gives none for the account. */
export async function listAccounts(program: MiniProgram) {
  const answer = await callWithToken(program, '/cgi-bin/express/business/account/getall')
  const parsed = Accounts.safeParse(answer)
  if (answer.errcode !== 0 || !parsed.success)
    throw new ProviderFailure(`The platform answered account/getall with errcode ${answer.errcode}.`)
  return parsed.data.list
    .filter(({ status_code }) => status_code !== unbound)
    .map(({ quota_num, service_type, ...account }) => ({
      ...account,
      quota: quota_num ?? null,
      services: service_type?.length ? service_type : undefined,
    }))
}

export type PlatformAccount = Awaited<ReturnType<typeof listAccounts>>[number]

const Deliveries = z.object({
  data: z
    .array(z.object({ delivery_id: text, delivery_name: text, service_type: Services.default([]).catch([]) }))
    .max(2_000),
})

/** Returns the carriers with which electronic waybills can be made. */
export async function listDeliveries(program: MiniProgram) {
  const answer = await callWithToken(program, '/cgi-bin/express/business/delivery/getall')
  const parsed = Deliveries.safeParse(answer)
  if (answer.errcode !== 0 || !parsed.success)
    throw new ProviderFailure(`The platform answered delivery/getall with errcode ${answer.errcode}.`)
  return parsed.data.data.map(({ service_type, ...carrier }) => ({ ...carrier, services: service_type }))
}

interface Binding {
  type: 'bind' | 'unbind'
  biz_id: string
  delivery_id: string
  /** Some carriers have none. */
  password: string
  remark_content: string
}

/** Errcodes for what is as wanted already, as after an answer that was lost. */
const done = { bind: 9300529, unbind: 9300530 }

/** Returns the platform's refusal; undefined: accepted. A wrong password may become known only later. */
export async function bindAccount(program: MiniProgram, binding: Binding): Promise<Answer | undefined> {
  const answer = await callWithToken(program, '/cgi-bin/express/business/account/bind', binding)
  return answer.errcode === 0 || answer.errcode === done[binding.type] ? undefined : answer
}
