// @vitest-environment happy-dom

import { MantineProvider } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { NextIntlClientProvider } from 'next-intl'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { english } from '@/lib/i18n/messages'
import { type ToastAction, useToast } from './toast'

let success: (message: string, action?: ToastAction) => void

function Speaker() {
  success = useToast().success
  return null
}

function renderToasts() {
  render(
    <NextIntlClientProvider locale="en" messages={english} timeZone="UTC">
      <MantineProvider env="test">
        <Notifications />
        <Speaker />
      </MantineProvider>
    </NextIntlClientProvider>,
  )
}

// Also before: messages outlive what showed them, such as a test of another file.
beforeEach(() => notifications.clean())
afterEach(() => {
  notifications.clean()
  cleanup()
})

test('what is said again takes the place of what was said before', async () => {
  renderToasts()
  act(() => success('Added to the cart'))
  const first = await screen.findByRole('alert')
  act(() => success('Added to the cart'))
  // Another alert, so that screen readers say it again.
  await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(1))
  expect(screen.getByRole('alert')).not.toBe(first)
  expect(screen.getByRole('alert').textContent).toContain('Added to the cart')
})

test('other texts, and those with an action of their own, stay', async () => {
  renderToasts()
  act(() => {
    success('Saved')
    success('Moved', { label: 'Undo', onSelect: () => undefined })
    success('Moved', { label: 'Undo', onSelect: () => undefined })
  })
  await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(3))
})
