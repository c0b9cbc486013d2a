// @vitest-environment happy-dom

import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Shown } from '@/components/ui/testing/shown'
import { CashDesk } from './cash-desk'
import { Codes } from './codes'
import { ControlProvider } from './control'
import { DeliveryList, type ShownDelivery } from './delivery-list'

configure({ asyncUtilTimeout: 10_000 })

let acted: unknown[] = []
let respond: () => Response

beforeEach(() => {
  acted = []
  respond = () => Response.json({ errMsg: 'requestPayment:ok' })
  vi.stubGlobal('fetch', async (_: string, init?: { body?: string }) => {
    if (!init?.body) return Response.json({ trades: [] })
    acted.push(JSON.parse(init.body))
    return respond()
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const show = (content: ReactNode) =>
  render(
    <Shown>
      <ControlProvider>{content}</ControlProvider>
    </Shown>,
  )
const desk = <CashDesk out_trade_no="P7" description="龙井茶" amount="¥19.99" age="now" />
const press = (name: RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const message = () => screen.getByRole('status').textContent

const problem = (detail: string, status: number) =>
  Response.json(
    { code: 'order_state', detail, request_id: 'r', status },
    { status, headers: { 'content-type': 'application/problem+json' } },
  )

test.each([
  [/^Pay:/, { action: 'page_pay' }, '¥19.99 paid. The shop is being told.'],
  [/^Pay, delay callback/, { action: 'page_pay', delay: 60 }, '¥19.99 paid. The shop will be told in a minute.'],
  [/^Cancel/, { action: 'cancel' }, 'Canceled. The payment stays open, and the shop gets no callback.'],
  [/^Fail/, { action: 'fail' }, 'The bank refused. The payment stays open, and the shop gets no callback.'],
])('the button %s of a payment says what has happened', async (name, action, text) => {
  show(desk)
  press(name)
  await waitFor(() => expect(message()).toBe(text))
  expect(acted).toEqual([{ ...action, out_trade_no: 'P7' }])
})

test('a payment has the fault that is chosen, with an explanation', async () => {
  show(desk)
  fireEvent.change(screen.getByLabelText('How the callback goes'), { target: { value: 'probe' } })
  expect(screen.getByRole('article').textContent).toContain('deliberately wrong signature')
  press(/^Pay:/)
  await waitFor(() => expect(acted).toEqual([{ action: 'page_pay', out_trade_no: 'P7', fault: 'probe' }]))
})

test('a refusal is shown with its reason, and so is a missing response', async () => {
  respond = () => problem('The trade is SUCCESS.', 409)
  show(desk)
  press(/^Pay:/)
  await waitFor(() => expect(message()).toBe('That was refused: The trade is SUCCESS.'))
  respond = () => {
    throw new TypeError('no network')
  }
  press(/^Pay:/)
  await waitFor(() => expect(message()).toBe('The server did not answer. Try again.'))
})

test('a sign-in code is for the named customer, and shown with a command that uses it', async () => {
  respond = () => Response.json({ code: '0abc', openid: 'alice' })
  show(<Codes origin="http://localhost:3000" />)
  fireEvent.change(screen.getByLabelText('Person'), { target: { value: 'alice' } })
  press(/^New sign-in code/)
  expect(await screen.findByText('0abc')).toBeTruthy()
  expect(screen.getByText(/^curl .*"type":200,"account":"0abc"/)).toBeTruthy()
  press(/^New phone code/)
  await waitFor(() => expect(screen.getAllByText('0abc')).toHaveLength(2))
  expect(acted).toEqual([
    { action: 'login_code', openid: 'alice' },
    { action: 'phone_code', phone: '13800001234' },
  ])
})

const delivery: ShownDelivery = {
  event_id: 'e',
  event_type: 'TRANSACTION.SUCCESS',
  number: 'P7',
  fault: undefined,
  age: 'now',
  last_answer: '',
  attempts: 0,
  last_status: null,
  state: 'waiting',
  next: 'in 1 minute',
}

test.each<[Partial<ShownDelivery>, string[], boolean]>([
  [{}, ['Waiting', 'not sent yet', 'next in 1 minute'], true],
  [{ state: 'retrying', attempts: 1, last_status: 401 }, ['Again soon', '1 attempt', 'answered 401'], true],
  [
    { state: 'taken', attempts: 2, last_status: 204, next: undefined },
    ['Delivered', '2 attempts', 'answered 204'],
    false,
  ],
  [{ state: 'unsent', fault: 'Lost', next: undefined }, ['Lost', 'not sent yet', 'As chosen: Lost'], true],
  [{ state: 'ended', attempts: 3, next: undefined }, ['Given up', '3 attempts', 'no answer'], true],
])('a callback in the state %j', async (state, texts, isDeliverable) => {
  show(<DeliveryList deliveries={[{ ...delivery, ...state }]} />)
  for (const text of texts) expect(screen.getByRole('listitem').textContent).toContain(text)
  expect(screen.queryAllByRole('button', { name: 'Deliver now: P7' })).toHaveLength(isDeliverable ? 1 : 0)
  if (!isDeliverable) return
  press(/^Deliver now/)
  await waitFor(() => expect(acted).toEqual([{ action: 'deliver', event_id: 'e' }]))
})
