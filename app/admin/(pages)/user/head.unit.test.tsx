// @vitest-environment happy-dom

import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { inAdmin } from '@/components/admin/testing/in-admin'
import { defineFonts } from '@/components/ui/testing/browser'
import { staff } from '@/lib/user/example'
import { StaffHead } from './head'

beforeAll(defineFonts)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const locked = { ...staff, beyond_codes: [], status: 'active' as const, locked_until: '2026-11-22T06:05:00.000Z' }

test('shows the user name, and no warning without a lock', () => {
  render(inAdmin(<StaffHead record={{ ...locked, locked_until: null }} read={async () => undefined} />))
  expect(screen.getByText('User name')).toBeDefined()
  expect(screen.getByText('operator')).toBeDefined()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('shows until when sign-ins are refused, and unlocks at once', async () => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit) => {
    asked.push(`${method} ${url}`)
    return Response.json({ ...locked, locked_until: null })
  })
  const read = vi.fn(async () => undefined)
  render(inAdmin(<StaffHead record={locked} read={read} />))
  expect(screen.getByRole('alert').textContent).toContain(
    'Sign-ins are refused until Nov 22, 2026, 2:05:00 PM (China Standard Time).',
  )
  fireEvent.click(screen.getByRole('button', { name: 'Unlock' }))
  await waitFor(() => expect(read).toHaveBeenCalledOnce())
  expect(asked).toEqual(['POST /cms/user/3/unlock'])
})

test('hides the button from users who may not unlock', () => {
  const admin = { user: { id: 2, name: 'Clerk', account: 'clerk', is_root: false, groups: [] } }
  render(inAdmin(<StaffHead record={locked} read={async () => undefined} />, { admin }))
  expect(screen.getByRole('alert')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Unlock' })).toBeNull()
})
