import { z } from 'zod'
import { sandboxRefundFaults, sandboxRefundStates } from '@/db/enums'
import { line, moment, money } from '@/lib/kit/api/endpoint/fields'
import { paymentFaults, refundFaults, uploadFaults } from './faults'
import { parcelSteps } from './parcel-steps'

const openid = z.string().regex(/^[\w-]{1,64}$/, 'This must be 1 to 64 letters, digits, - or _.')
const tradeNumber = line(6, 32)
const refundNumber = line(1, 64)
const seconds = z.int().min(0).max(86_400)

/** `delay`: in seconds. */
const payment = { fault: z.enum(paymentFaults).optional(), delay: seconds.optional() }

export const ControlInput = z.discriminatedUnion('action', [
  /** By default of the demonstration customer, or of a new guest if other machines can reach the shop. */
  z.strictObject({ action: z.literal('login_code'), openid: openid.optional() }),
  /** Issues a code for a number of mainland China. */
  z.strictObject({
    action: z.literal('phone_code'),
    openid: openid.optional(),
    phone: z.string().regex(/^1\d{10}$/, 'This must be 11 digits, the first of them 1.'),
  }),
  /** With the parameters of wx.requestPayment. */
  z.strictObject({
    action: z.literal('pay'),
    timeStamp: z.string().regex(/^\d{1,12}$/, 'This must be Unix seconds, as a string.'),
    nonceStr: z.string().min(1).max(32),
    package: z.string().min(1).max(128),
    signType: z.literal('RSA'),
    paySign: z.string().min(1).max(1024),
    ...payment,
  }),
  /** Without these parameters, from the sandbox page. */
  z.strictObject({ action: z.literal('page_pay'), out_trade_no: tradeNumber, ...payment }),
  z.strictObject({ action: z.literal('cancel'), out_trade_no: tradeNumber.optional() }),
  /** The bank refuses: the trade stays open. */
  z.strictObject({ action: z.literal('fail'), out_trade_no: tradeNumber.optional() }),
  /** In seconds from now. */
  z.strictObject({ action: z.literal('delay'), event_id: z.uuid(), seconds }),
  /** PROCESSING: no longer succeeds automatically. */
  z.strictObject({
    action: z.literal('settle_refund'),
    out_refund_no: refundNumber,
    state: z.enum(sandboxRefundStates),
    fault: z.enum(refundFaults).optional(),
    delay: seconds.optional(),
  }),
  /** null: later refunds are accepted. */
  z.strictObject({
    action: z.literal('fail_refund'),
    out_trade_no: tradeNumber,
    reason: z.enum(sandboxRefundFaults).nullable(),
  }),
  /** 3 received, 6 waiting for settlement, 4 finished. Sends the shop a message. */
  z.strictObject({ action: z.literal('move_trade'), out_trade_no: tradeNumber, state: z.literal([3, 4, 6]) }),
  /** By a message. */
  z.strictObject({ action: z.literal('remind_shipping'), out_trade_no: tradeNumber }),
  /** With this errcode, for the next report. */
  z.strictObject({
    action: z.literal('fail_shipping'),
    out_trade_no: tradeNumber,
    errcode: z.int().min(-1).max(999_999_999),
  }),
  /** By a message. `token`: as the shop got it. */
  z.strictObject({ action: z.literal('move_parcel'), token: line(1, 64), step: z.enum(parcelSteps) }),
  z.strictObject({ action: z.literal('fail_upload'), fault: z.enum(uploadFaults) }),
  /** `event_id`: this delivery too, even if it is not due. */
  z.strictObject({ action: z.literal('deliver'), event_id: z.uuid().optional() }),
])

export type Control = z.output<typeof ControlInput>

/** For the page `/docs/guide`. `?` marks an optional member. */
export const controlActions = ControlInput.options.map(({ shape: { action, ...members } }) => ({
  action: action.value,
  members: Object.entries(members).map(([name, member]) => (member.safeParse(undefined).success ? `${name}?` : name)),
}))

const Delivered = z.object({
  event_id: z.string(),
  event_type: z.string(),
  attempt: z.int(),
  statuses: z.array(z.int().nullable()),
  delivered: z.boolean(),
})

/** Each action returns some of these members. */
export const ControlResult = z.object({
  code: z.string().optional(),
  openid: z.string().optional(),
  expires_at: moment.optional(),
  /** As wx.requestPayment returns to the mini-program. */
  errMsg: z.string().optional(),
  out_trade_no: z.string().optional(),
  out_refund_no: z.string().optional(),
  state: z.string().optional(),
  /** null: no callback is sent. */
  event_id: z.string().nullable().optional(),
  /** Status of the shop's response to a message; null: none. */
  status: z.int().nullable().optional(),
  next_try_at: moment.optional(),
  deliveries: z.array(Delivered).optional(),
})

/** Newest first. */
export const SandboxState = z.object({
  /** Still payable. */
  trades: z.array(
    z.object({
      out_trade_no: z.string(),
      description: z.string(),
      total: money,
      created_at: moment,
      expires_at: moment,
    }),
  ),
  /** Including refunded trades. */
  paid: z.array(
    z.object({
      out_trade_no: z.string(),
      description: z.string(),
      total: money,
      paid_at: moment.nullable(),
      /** null: refunds are accepted. */
      refund_fault: z.enum(sandboxRefundFaults).nullable(),
    }),
  ),
  /** Of which the shop has asked. */
  parcels: z.array(
    z.object({
      token: z.string(),
      delivery_id: z.string(),
      waybill_id: z.string(),
      status: z.int(),
      created_at: moment,
    }),
  ),
  refunds: z.array(
    z.object({
      out_refund_no: z.string(),
      out_trade_no: z.string(),
      amount: money,
      reason: z.string(),
      state: z.enum(sandboxRefundStates),
      created_at: moment,
      /** null: waits to be settled. */
      succeeded_at: moment.nullable(),
    }),
  ),
  deliveries: z.array(
    z.object({
      event_id: z.string(),
      event_type: z.string(),
      /** The out_trade_no or out_refund_no. */
      number: z.string(),
      fault: z.string().nullable(),
      attempts: z.int(),
      last_status: z.int().nullable(),
      last_answer: z.string().nullable(),
      created_at: moment,
      delivered_at: moment.nullable(),
      next_try_at: moment.nullable(),
    }),
  ),
})
