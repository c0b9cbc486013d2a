// @vitest-environment happy-dom

import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Shown } from '@/components/ui/testing/shown'
import { CustomerProvider, type SignInWays } from './provider'
import { keepGuest, lastGuest, signInOnPlatform } from './sign-in'
import { SignInChoices } from './sign-in-choices'

configure({ asyncUtilTimeout: 10_000 })

afterEach(() => {
  cleanup()
  keepGuest(undefined)
  vi.unstubAllGlobals()
})

/** Stubs the simulated platform and the API of the shop. Returns the bodies of the requests. */
function answer() {
  const bodies: unknown[] = []
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    const value = JSON.parse(body)
    bodies.push(value)
    return path === '/sandbox/control'
      ? Response.json({ code: 'a-code', openid: value.openid })
      : Response.json({ token: 'a-token', user: { kind: 'customer' } })
  })
  return bodies
}
function show(ways: SignInWays) {
  const onSignedIn = vi.fn()
  render(
    <Shown>
      <CustomerProvider ways={ways} origin="http://localhost:3000">
        <SignInChoices onSignedIn={onSignedIn} />
      </CustomerProvider>
    </Shown>,
  )
  return onSignedIn
}

test('a guest of this browser can come back after signing out', async () => {
  const bodies = answer()
  await signInOnPlatform('guest-7')
  expect(lastGuest()).toBe('guest-7')
  const onSignedIn = show({ hasPlatform: true, hasDemonstration: true })
  expect(screen.getByRole('button', { name: 'Continue as a new customer' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Continue as the previous customer' }))
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledWith({ token: 'a-token', openid: 'guest-7' }))
  expect(bodies.slice(2)).toEqual([
    { action: 'login_code', openid: 'guest-7' },
    { type: 200, account: 'a-code' },
  ])
})

test('other users of the platform are not kept', async () => {
  answer()
  await signInOnPlatform('oSandboxCustomer000000000001')
  show({ hasPlatform: true, hasDemonstration: true })
  expect(screen.queryByRole('button', { name: 'Continue as the previous customer' })).toBeNull()
})

test.each([
  ['xiaoman', 100],
  ['xiaoman@example.com', 101],
  ['138 0000 1024', 102],
])('%s signs in with a password beside the demonstration', async (account, type) => {
  const bodies = answer()
  const onSignedIn = show({ hasPlatform: true, hasDemonstration: true })
  fireEvent.change(screen.getByLabelText(/^User name/), { target: { value: account } })
  fireEvent.change(screen.getByLabelText(/^Password/), { target: { value: '听雨的时候想喝茶' } })
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledWith({ token: 'a-token' }))
  expect(bodies).toEqual([{ type, account, secret: '听雨的时候想喝茶' }])
})
