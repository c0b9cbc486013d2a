// @vitest-environment happy-dom

import { act, cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Shown } from '@/components/ui/testing/shown'
import { DemonstrationAccounts } from './demonstration-accounts'
import { LoginForm } from './login-form'
import { Refusal, refusalMessageOf } from './refusal'

configure({ asyncUtilTimeout: 10_000 })

/** The error in the server's response to a sign-in; undefined: none. */
let error: string | undefined
let posted: URLSearchParams[] = []
let left: string[] = []

beforeEach(() => {
  error = undefined
  posted = []
  left = []
  vi.stubGlobal('fetch', async (path: string, init?: { body?: URLSearchParams }) => {
    if (path === '/api/auth/csrf') return Response.json({ csrfToken: 'token' })
    if (init?.body) posted.push(init.body)
    const query = error ? `?${new URLSearchParams({ error })}` : ''
    return Response.json({ url: `http://localhost:3000/admin/login${query}` }, { status: error ? 401 : 200 })
  })
  vi.spyOn(window.location, 'replace').mockImplementation((to) => void left.push(String(to)))
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const show = () =>
  render(
    <Shown>
      <LoginForm to="/admin?tab=today">
        <DemonstrationAccounts names={['admin', 'auditor']} password="known to all" />
      </LoginForm>
    </Shown>,
  )

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const account = () => field('User name, e-mail or phone')
const secret = () => field('Password')
const fill = (name: string, password: string) => {
  fireEvent.change(account(), { target: { value: name } })
  fireEvent.change(secret(), { target: { value: password } })
}
const submit = () => fireEvent.submit(screen.getByRole('form'))
const descriptionOf = (input: HTMLElement) =>
  (input.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => (id ? document.getElementById(id)?.textContent : ''))
    .join('')

test('signs in, and opens the requested page as a new document', async () => {
  show()
  fill('keeper', 'the right password')
  submit()
  await waitFor(() => expect(left).toEqual(['/admin?tab=today']))
  expect(Object.fromEntries(posted[0] ?? [])).toEqual({
    account: 'keeper',
    secret: 'the right password',
    csrfToken: 'token',
  })
})

test('shows missing input without sending a request', () => {
  show()
  submit()
  expect(descriptionOf(account())).toBe('Please fill this in.')
  expect(document.activeElement).toBe(account())
  fireEvent.change(account(), { target: { value: 'somebody' } })
  submit()
  expect(descriptionOf(secret())).toBe('Please fill this in.')
  expect(document.activeElement).toBe(secret())
  expect(posted).toEqual([])
})

test('shows a wrong account or password at the password field', async () => {
  error = 'CredentialsSignin'
  show()
  fill('nobody', 'a wrong password')
  submit()
  await waitFor(() => expect(descriptionOf(secret())).toBe('Account or password is wrong.'))
  expect(secret().getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByRole('alert').textContent).toBe('Account or password is wrong.')
  expect(left).toEqual([])
})

test('shows that the server cannot be reached, and keeps the input', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  show()
  fill('somebody', 'something')
  submit()
  expect((await screen.findByRole('alert')).textContent).toContain('could not be reached')
  expect(account().value).toBe('somebody')
})

test('counts down while an account is locked, and shows when the user can try again', async () => {
  error = 'account_locked:600'
  show()
  fill('fumbler', 'the right password')
  submit()
  expect((await screen.findByRole('alert')).textContent).toContain('Too many failed attempts')
  expect(screen.getByRole('timer').textContent).toMatch(/^Try again in (10:00|9:59)$/)
  cleanup()
  vi.useFakeTimers()
  render(
    <Shown>
      <Refusal {...refusalMessageOf('account_locked', 90)} />
    </Shown>,
  )
  await act(() => vi.advanceTimersByTimeAsync(30_000))
  expect(screen.getByRole('timer').textContent).toBe('Try again in 1:00')
  await act(() => vi.advanceTimersByTimeAsync(61_000))
  expect(screen.getByRole('timer').textContent).toBe('You can try again now.')
})

test.each([
  ['too_many_requests:5', 'Too many requests'],
  ['unavailable:2', 'Too many people'],
  ['unavailable', 'cannot do this at the moment'],
  ['internal', 'cannot do this at the moment'],
])('shows the reason of a refusal: %s', async (code, text) => {
  error = code
  show()
  fill('somebody', 'something')
  submit()
  expect((await screen.findByRole('alert')).textContent).toContain(text)
})

test('an account of the demonstration fills in the form and focuses its button', () => {
  show()
  fireEvent.click(screen.getByRole('button', { name: 'auditor' }))
  expect([account().value, secret().value]).toEqual(['auditor', 'known to all'])
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Sign in' }))
})
