// @vitest-environment happy-dom

import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { inAdmin } from '@/components/admin/testing/in-admin'
import { defineFonts } from '@/components/ui/testing/browser'
import { user } from '@/lib/user/example'
import { Profile } from './profile'

beforeAll(defineFonts)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const shown = (hasFixedSecret: boolean) =>
  render(inAdmin(<Profile user={{ ...user, kind: 'staff' }} sessions={[]} hasFixedSecret={hasFixedSecret} />))

test('an account of the demonstration shows that its password is fixed, and has no form for it', () => {
  shown(true)
  const password = screen.getByRole('region', { name: 'Password' })
  expect(password.textContent).toContain('can’t be changed')
  expect(screen.queryByRole('form', { name: 'Password' })).toBeNull()
})

test('a password that is too short is refused before it is sent, with the length that the help names', () => {
  const fetched = vi.fn()
  vi.stubGlobal('fetch', fetched)
  shown(false)
  expect(screen.getByText(/^At least 12 characters that/)).toBeDefined()
  fireEvent.change(screen.getByLabelText(/^New password/), { target: { value: 'short' } })
  fireEvent.click(screen.getByRole('button', { name: 'Change password' }))
  expect(screen.getByText('At least 12 characters.')).toBeDefined()
  expect(fetched).not.toHaveBeenCalled()
})
