// @vitest-environment happy-dom

import { MantineProvider } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { NextIntlClientProvider } from 'next-intl'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Shown } from '@/components/ui/testing/shown'
import { english } from '@/lib/kit/i18n/messages'
import { OneToastAtATime, ToastsOfScreen, useToast } from './toast'

let toast: ReturnType<typeof useToast>
const success: typeof toast.success = (...said) => toast.success(...said)

function Speaker() {
  toast = useToast()
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

// Also before each test, because messages outlive their component, such as one in another file.
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
  // A new alert element, so that screen readers announce it again.
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

const onPhone = (path: string) => (
  <Shown path={path}>
    <OneToastAtATime>
      <Notifications />
      <ToastsOfScreen />
      <Speaker />
    </OneToastAtATime>
  </Shown>
)
const said = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent ?? '')
const saying = (...texts: string[]) =>
  waitFor(() => expect(said()).toEqual(texts.map((text) => expect.stringContaining(text))))

test('on a phone there is one at a time, the last one', async () => {
  render(onPhone('/cart'))
  act(() => toast.failure(new Error('any'), 'Not changed'))
  act(() => toast.note('No connection'))
  act(() => success('Removed', { label: 'Undo', onSelect: () => undefined }))
  await saying('Removed')
})

test('there it goes with the screen, unless it was said on the way to the next one', async () => {
  const { rerender } = render(onPhone('/product/1'))
  act(() => success('Added to the cart'))
  await saying('Added to the cart')
  rerender(onPhone('/checkout'))
  await saying()
  act(() => toast.announce('success', 'Paid'))
  rerender(onPhone('/order/1'))
  await saying('Paid')
  rerender(onPhone('/order'))
  await saying()
})
