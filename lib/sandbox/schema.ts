import { z } from 'zod'
import { moment, money, text } from '@/lib/api/fields'
import { paymentFaults, refundFaults } from './faults'

const openid = z.string().regex(/^[\w-]{1,64}$/, 'This must be 1 to 64 letters, digits, - or _.')
const tradeNumber = text(6, 32)
const refundNumber = text(1, 64)
const seconds = z.int().min(0).max(86_400)

/** How the callback goes, if it is not to go well: which fault it meets, and how many seconds it is held back. */
const payment = { fault: z.enum(paymentFaults).optional(), delay: seconds.optional() }

/** What a tester, or a script in his place, can do on the simulated platform. */
export const ControlInput = z.discriminatedUnion('action', [
  /** A code as wx.login gives it. Without an openid it is the demonstration customer's; any other is another person. */
  z.strictObject({ action: z.literal('login_code'), openid: openid.optional() }),
  /** A code as the phone button gives it, for a number of mainland China. */
  z.strictObject({
    action: z.literal('phone_code'),
    openid: openid.optional(),
    phone: z.string().regex(/^1\d{10}$/, 'This must be 11 digits, the first of them 1.'),
  }),
  /** What wx.requestPayment is called with; the user pays. */
  z.strictObject({
    action: z.literal('pay'),
    timeStamp: z.string().regex(/^\d{1,12}$/, 'This must be Unix seconds, as a string.'),
    nonceStr: z.string().min(1).max(32),
    package: z.string().min(1).max(128),
    signType: z.literal('RSA'),
    paySign: z.string().min(1).max(1024),
    ...payment,
  }),
  /** The tester's page pays an open trade without the mini-program's parameters. */
  z.strictObject({ action: z.literal('page_pay'), out_trade_no: tradeNumber, ...payment }),
  /** The user closes the cash desk. */
  z.strictObject({ action: z.literal('cancel'), out_trade_no: tradeNumber.optional() }),
  /** The bank refuses: the trade stays open, and the user may try again. */
  z.strictObject({ action: z.literal('fail'), out_trade_no: tradeNumber.optional() }),
  /** The next attempt of a callback that has not been taken yet is made so many seconds from now. */
  z.strictObject({ action: z.literal('delay'), event_id: z.uuid(), seconds }),
  /** PROCESSING: it no longer succeeds by itself, and waits to be settled. */
  z.strictObject({
    action: z.literal('settle_refund'),
    out_refund_no: refundNumber,
    state: z.enum(['SUCCESS', 'ABNORMAL', 'CLOSED', 'PROCESSING']),
    fault: z.enum(refundFaults).optional(),
    delay: seconds.optional(),
  }),
  /** Makes all deliveries that are due; with an event id also that one, whatever its schedule says. */
  z.strictObject({ action: z.literal('deliver'), event_id: z.uuid().optional() }),
])

export type Control = z.output<typeof ControlInput>

const Delivered = z.object({
  event_id: z.string(),
  event_type: z.string(),
  attempt: z.int(),
  statuses: z.array(z.int().nullable()),
  delivered: z.boolean(),
})

/** What came of an action: the members that concern it. */
export const ControlResult = z.object({
  code: z.string().optional(),
  openid: z.string().optional(),
  expires_at: moment.optional(),
  /** As wx.requestPayment tells the mini-program. */
  errMsg: z.string().optional(),
  out_trade_no: z.string().optional(),
  out_refund_no: z.string().optional(),
  state: z.string().optional(),
  /** Of the callback; null where none is sent. */
  event_id: z.string().nullable().optional(),
  next_try_at: moment.optional(),
  deliveries: z.array(Delivered).optional(),
})

/** The state of the simulated platform, newest first. */
export const SandboxState = z.object({
  /** Not paid yet, and still payable. */
  trades: z.array(
    z.object({
      out_trade_no: z.string(),
      description: z.string(),
      total: money,
      created_at: moment,
      expires_at: moment,
    }),
  ),
  refunds: z.array(
    z.object({
      out_refund_no: z.string(),
      out_trade_no: z.string(),
      amount: money,
      reason: z.string(),
      state: z.enum(['PROCESSING', 'SUCCESS', 'ABNORMAL', 'CLOSED']),
      created_at: moment,
      /** While PROCESSING: when it will succeed by itself; null: when it is told to. */
      succeeded_at: moment.nullable(),
    }),
  ),
  deliveries: z.array(
    z.object({
      event_id: z.string(),
      event_type: z.string(),
      /** The trade or the refund that it is about. */
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
