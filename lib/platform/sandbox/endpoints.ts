import type { z } from 'zod'
import { endpoint, everyone } from '@/lib/kit/api/endpoint/endpoint'
import { noInterface } from '@/lib/kit/api/endpoint/interface'
import { cancel, delayDelivery, fail, loginCode, pay, payByNumber, phoneCode, readState, settleRefund } from './control'
import { deliverDue } from './deliveries'
import { announceMove, announceParcel, remindShipping } from './messages'
import { failRefunds } from './refunds'
import { type Control, ControlInput, ControlResult, SandboxState } from './schema'
import { failShipping } from './shipping'
import { planUploadFault } from './uploadthing'

/** Not in the OpenAPI documents; 404 without SANDBOX. */

export const getSandbox = endpoint({
  method: 'GET',
  path: '/sandbox/control',
  summary: 'Get the open trades, refunds and callbacks of the simulated platform',
  access: everyone,
  interface: noInterface,
  output: SandboxState,
  handle: () => readState(),
})

export const controlSandbox = endpoint({
  method: 'POST',
  path: '/sandbox/control',
  summary: 'Act as a user of the simulated platform',
  access: everyone,
  interface: noInterface,
  limit_per_ip: { name: 'sandbox', parameter: 'limit.sandbox_per_minute', seconds: 60 },
  body: ControlInput,
  output: ControlResult,
  // The simulated platform has separate transactions, like the real one.
  transaction: 'manual',
  async handle({ body, recorder }) {
    const result = await act(body)
    // As on a phone, the response does not wait for the callback.
    if (body.action !== 'deliver') recorder.afterCommit(() => deliverDue())
    return result
  },
})

async function act(given: Control): Promise<z.input<typeof ControlResult>> {
  switch (given.action) {
    case 'login_code':
      return loginCode(given)
    case 'phone_code':
      return phoneCode(given)
    case 'pay':
      return pay(given, given)
    case 'page_pay':
      return payByNumber(given.out_trade_no, given)
    case 'cancel':
      return cancel()
    case 'fail':
      return fail()
    case 'delay':
      return delayDelivery(given.event_id, given.seconds)
    case 'settle_refund':
      return settleRefund(given.out_refund_no, given.state, given)
    case 'fail_refund':
      return failRefunds(given.out_trade_no, given.reason)
    case 'move_trade':
      return announceMove(given.out_trade_no, given.state)
    case 'remind_shipping':
      return remindShipping(given.out_trade_no)
    case 'fail_shipping':
      return failShipping(given.out_trade_no, given.errcode)
    case 'move_parcel':
      return announceParcel(given.token, given.step)
    case 'fail_upload':
      return planUploadFault(given.fault)
    case 'deliver':
      if (given.event_id) await delayDelivery(given.event_id, 0)
      return { deliveries: await deliverDue() }
  }
}
