// @vitest-environment happy-dom

import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { inAdmin } from '@/components/admin/testing/in-admin'
import { defineFonts } from '@/components/ui/testing/browser'
import MomentInput from './moment-input'

beforeAll(defineFonts)
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T04:00:00Z'), toFake: ['Date'] })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test.each([
  ['starts_at', '2026-11-29T16:00:00.000Z'],
  ['publish_at', '2026-11-29T16:00:00.000Z'],
  ['ends_at', '2026-11-30T15:59:00.000Z'],
  ['unpublish_at', '2026-11-30T15:59:00.000Z'],
])('%s: a chosen day begins at midnight in Shanghai, or ends with its last minute', async (path, expected) => {
  const onChange = vi.fn()
  const input = { path, label: 'Time', description: undefined, error: undefined, required: false, disabled: false }
  render(
    inAdmin(
      <MomentInput
        {...input}
        isClearable
        value={null}
        onChange={onChange}
        values={{}}
        errors={{}}
        change={() => undefined}
      />,
    ),
  )
  fireEvent.click(screen.getByRole('button', { name: /^Time/ }))
  fireEvent.click(await screen.findByRole('button', { name: /November 30|30 November/i }))
  expect(new Date(onChange.mock.calls.at(-1)?.[0]).toISOString()).toBe(expected)
})
