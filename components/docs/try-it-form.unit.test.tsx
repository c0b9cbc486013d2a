// @vitest-environment happy-dom

import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { defineFonts } from '@/components/ui/testing/browser'
import { Shown } from '@/components/ui/testing/shown'
import { CopyButton } from './copy-button'
import type { ExampleRequest, Input } from './request'
import TryItForm from './try-it-form'

configure({ asyncUtilTimeout: 10_000 })

interface Sent {
  path: string
  method: string
  headers: Record<string, string>
  body: unknown
}

/** Lowercases the names of headers. */
const lowered = (headers: HeadersInit | undefined) =>
  Object.fromEntries([...new Headers(headers)].map(([name, value]) => [name.toLowerCase(), value]))

let sent: Sent[] = []
let respond: (request: Sent) => Response

beforeAll(defineFonts)
beforeEach(() => {
  sent = []
  respond = () => Response.json({ id: 1 })
  sessionStorage.clear()
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', headers, body }: RequestInit = {}) => {
    const request = { path, method, headers: lowered(headers), body }
    sent.push(request)
    return respond(request)
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const product: ExampleRequest = {
  id: 'getProduct',
  method: 'GET',
  path: '/v1/product/{id}',
  needsToken: false,
  body: undefined,
  inputs: [{ in: 'path', name: 'id', isRequired: true, value: '7', fallback: '', choices: [] }],
}

const address: ExampleRequest = {
  id: 'createAddress',
  method: 'POST',
  path: '/v1/address',
  needsToken: true,
  body: '{ "name": "林晚" }',
  inputs: [{ in: 'header', name: 'Idempotency-Key', isRequired: false, value: '', fallback: '', choices: [] }],
}

const login = (account: string) => ({ path: '/v1/token', fields: { type: 100 }, account, secret: 'known to all' })

const show = (request: ExampleRequest, account = 'customer') =>
  render(
    <Shown>
      <TryItForm request={request} login={login(account)} />
    </Shown>,
  )

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })
const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Send' }))

test('sends the request, and shows the answer with its headers', async () => {
  show(product)
  submit()
  await waitFor(() => expect(screen.getByRole('status').textContent).toMatch(/^Response 200 after/))
  expect(sent).toMatchObject([{ path: '/v1/product/7', method: 'GET' }])
  expect(sent[0]?.headers).not.toHaveProperty('authorization')
  expect(screen.getByRole('figure').textContent).toContain('"id": 1')
  expect(screen.getByText(/^content-type$/i)).toBeTruthy()
})

test('offers values to choose from, and opens what most requests leave out on demand', async () => {
  const input = (name: string, more: Partial<Input>): Input => ({
    in: 'query',
    name,
    isRequired: false,
    value: '',
    fallback: '',
    choices: [],
    ...more,
  })
  show({
    id: 'get_v1_x',
    method: 'GET',
    path: '/v1/x',
    needsToken: false,
    body: undefined,
    inputs: [
      input('q', { isRequired: true, value: 'tea' }),
      input('sort', { choices: ['price', '-price'], fallback: 'price' }),
      input('page', {}),
    ],
  })
  const summary = screen.getByText('2 optional fields')
  expect(summary.parentElement?.contains(field('q (required)'))).toBe(false)
  expect(summary.parentElement?.contains(field('page'))).toBe(true)
  expect(summary.parentElement).toHaveProperty('open', false)
  expect(screen.getByRole('option', { name: 'Default: price' })).toBeTruthy()
  type('sort', '-price')
  submit()
  await waitFor(() => expect(sent).toMatchObject([{ path: '/v1/x?q=tea&sort=-price' }]))
})

test('does not send a request without its path parameter', async () => {
  show(product)
  type('id (required)', ' ')
  submit()
  expect(await screen.findByText('Fill this in.')).toBeTruthy()
  expect(sent).toEqual([])
})

test('does not send what is not JSON', async () => {
  show(address)
  type('Body (JSON)', '{ "name": ')
  submit()
  expect(await screen.findByText('This is not valid JSON.')).toBeTruthy()
  expect(sent).toEqual([])
})

test('shows a refusal, and a missing response', async () => {
  respond = () => Response.json({ code: 'required' }, { status: 400 })
  show(address)
  submit()
  await waitFor(() => expect(screen.getByRole('status').textContent).toMatch(/^Response 400/))
  expect(screen.getByRole('figure').textContent).toContain('"code": "required"')
  respond = () => {
    throw new TypeError('no network')
  }
  submit()
  await waitFor(() => expect(screen.getByRole('status').textContent).toContain('could not be reached'))
})

test('has a key of its own, and the token of the demonstration, which other forms of the account get too', async () => {
  respond = ({ path }) => (path === '/v1/token' ? Response.json({ token: 'a token' }) : Response.json({ id: 1 }))
  show(address)
  expect(field('Idempotency-Key').value).toMatch(/^[0-9a-f-]{36}$/)
  expect(field('Token').value).toBe('')
  fireEvent.click(screen.getByRole('button', { name: 'Sign in as “customer” of the demonstration' }))
  await waitFor(() => expect(field('Token').value).toBe('a token'))
  expect(sent).toMatchObject([
    { path: '/v1/token', body: JSON.stringify({ type: 100, account: 'customer', secret: 'known to all' }) },
  ])
  submit()
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]?.headers).toMatchObject({
    authorization: 'Bearer a token',
    'idempotency-key': field('Idempotency-Key').value,
  })
  cleanup()
  show(address)
  await waitFor(() => expect(field('Token').value).toBe('a token'))
  cleanup()
  // The admin interface has another account.
  show(address, 'admin')
  expect(field('Token').value).toBe('')
  cleanup()
  show(address)
  fireEvent.click(await screen.findByRole('button', { name: 'Forget the token' }))
  await waitFor(() => expect(field('Token').value).toBe(''))
})

test('says why the demonstration does not sign in', async () => {
  respond = () => Response.json({ detail: 'Wrong account or password.' }, { status: 401 })
  show(address)
  fireEvent.click(screen.getByRole('button', { name: /^Sign in as/ }))
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Wrong account or password.'))
})

test('a command is copied, or the browser does not allow it', async () => {
  let copied = ''
  const clipboard = {
    writeText: async (text: string) => {
      copied = text
    },
  }
  vi.stubGlobal('navigator', { ...navigator, clipboard })
  render(
    <Shown>
      <CopyButton text="curl 'http://localhost'" label="Copy as curl" />
    </Shown>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Copy as curl' }))
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Copied'))
  expect(copied).toBe("curl 'http://localhost'")
  clipboard.writeText = () => Promise.reject(new Error('denied'))
  fireEvent.click(screen.getByRole('button'))
  await waitFor(() => expect(screen.getByRole('status').textContent).toContain('did not allow'))
})
