import type { z } from 'zod'
import { anybody, endpoint } from '@/lib/api/endpoint'
import { cancel, delayDelivery, fail, loginCode, pay, payByNumber, phoneCode, readState, settleRefund } from './control'
import { deliverDue } from './deliveries'
import { type Control, ControlInput, ControlResult, SandboxState } from './schema'

/** What is mounted at /sandbox/control. Not part of the interface: it is in no document, and 404 without SANDBOX. */

export const readSandbox = endpoint({
  method: 'GET',
  path: '/sandbox/control',
  summary: 'The open trades, refunds and callbacks of the simulated platform',
  access: anybody,
  output: SandboxState,
  handle: () => readState(),
})

export const controlSandbox = endpoint({
  method: 'POST',
  path: '/sandbox/control',
  summary: 'Do what a user of the simulated platform does',
  access: anybody,
  limit_per_address: { name: 'sandbox', parameter: 'limit.sandbox_per_minute', seconds: 60 },
  body: ControlInput,
  output: ControlResult,
  // It plays the other side of the wire, which has transactions of its own.
  transaction: 'own',
  async handle({ body, record }) {
    const result = await act(body)
    // The user's phone does not wait until the shop has been told.
    if (body.action !== 'deliver') record.after(() => deliverDue())
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
    case 'deliver':
      if (given.event_id) await delayDelivery(given.event_id, 0)
      return { deliveries: await deliverDue() }
  }
}
