import { z } from 'zod'
import type { TrackingState } from '@/db/enums'
import type { MiniProgram } from './credentials'
import { type Answer, callWithToken } from './mini-program'
import { ProviderFailure } from './transport'

/* Throws {@link ProviderFailure} if the platform does not respond or its response is invalid. */

/** A parcel that the platform shall follow. */
export interface TracedParcel {
  openid: string
  receiver_phone: string
  waybill_id: string
  /** An id of `listCarriers`. */
  delivery_id: string
  /** The payment's number at the platform. */
  trans_id: string
  goods: { goods_name: string; goods_img_url: string }[]
}

const Traced = z.object({ waybill_token: z.string().regex(/^[!-~]{1,512}$/) })

/** trace_waybill: returns the token of the parcel, or the platform's refusal. */
export async function traceWaybill(
  program: MiniProgram,
  { goods, ...parcel }: TracedParcel,
): Promise<{ token: string } | { refused: Answer }> {
  const body = { ...parcel, goods_info: { detail_list: goods } }
  const answer = await callWithToken(program, '/cgi-bin/express/delivery/open_msg/trace_waybill', body)
  if (answer.errcode !== 0) return { refused: answer }
  const parsed = Traced.safeParse(answer)
  if (!parsed.success) throw new ProviderFailure('The platform answered trace_waybill in an unexpected form.')
  return { token: parsed.data.waybill_token }
}

/** By `waybill_info.status`. 0: no news. */
const states: Record<number, TrackingState> = {
  1: 'collected',
  2: 'on_the_way',
  3: 'out',
  4: 'delivered',
  5: 'failed',
  6: 'delivered',
}

const Queried = z.object({ waybill_info: z.looseObject({ status: z.coerce.number() }) })

/** query_trace: returns the state of the parcel, or the platform's refusal. */
export async function queryTrace(
  program: MiniProgram,
  waybill_token: string,
): Promise<{ state: TrackingState } | { refused: Answer }> {
  const answer = await callWithToken(program, '/cgi-bin/express/delivery/open_msg/query_trace', { waybill_token })
  if (answer.errcode !== 0) return { refused: answer }
  const parsed = Queried.safeParse(answer)
  if (!parsed.success) throw new ProviderFailure('The platform answered query_trace in an unexpected form.')
  return { state: states[parsed.data.waybill_info.status] ?? 'none' }
}

/** By `ActionType`; others are news without a state, such as 100003, a courier was assigned. */
const statesOfActions: Record<number, TrackingState> = {
  100001: 'collected',
  100002: 'failed',
  200001: 'on_the_way',
  300002: 'out',
  300003: 'delivered',
  300004: 'failed',
  400001: 'failed',
}

const unixTime = z.coerce.number().int().min(1).max(99_999_999_999)
const Path = z.looseObject({
  DeliveryID: z.string().min(1).max(128),
  WayBillId: z.string().min(1).max(128),
  Actions: z
    .array(z.looseObject({ ActionTime: unixTime, ActionType: z.coerce.number(), ActionMsg: z.string().default('') }))
    .max(1_000),
})

/** Of the message `add_express_path`; undefined: in another form. */
export function readExpressPath(message: unknown) {
  const { data } = Path.safeParse(message)
  return (
    data && {
      delivery_id: data.DeliveryID,
      waybill_id: data.WayBillId,
      news: data.Actions.map(({ ActionTime, ActionType, ActionMsg }) => ({
        at: new Date(ActionTime * 1_000),
        state: statesOfActions[ActionType] ?? null,
        text: ActionMsg,
      })),
    }
  )
}
