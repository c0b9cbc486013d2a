// @vitest-environment happy-dom

import { Notifications, notifications } from '@mantine/notifications'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Shown } from '@/components/ui/testing/shown'
import { SendError } from '@/lib/server/client'
import { Dismissed } from './dismissed'
import { FailuresOfPage } from './toast'
import { useAction } from './use-action'

let run: ReturnType<typeof useAction>

function Actor() {
  run = useAction()
  return null
}

const pageAt = (path: string) => (
  <Shown path={path}>
    <Notifications />
    <FailuresOfPage />
    <Actor key={path} />
  </Shown>
)

// Also before each test, because messages outlive their component, such as one in another file.
beforeEach(() => notifications.clean())
afterEach(() => {
  notifications.clean()
  cleanup()
})

const failing = async () => {
  throw new SendError('network', 'The server could not be reached.')
}
const attempt = (request: () => Promise<unknown>, failure = 'Not added') =>
  act(() => run(request, { success: 'Added', failure, isLocal: true }))
const shown = () => screen.queryAllByRole('alert').map((alert) => alert.textContent ?? '')
const showing = (...texts: string[]) =>
  waitFor(() => expect(shown()).toEqual(texts.map((text) => expect.stringContaining(text))))

test('the success of what has failed takes its failure back, and no other', async () => {
  render(pageAt('/product/1'))
  await attempt(failing)
  await attempt(failing, 'Not saved')
  await showing('Not added', 'Not saved')
  await attempt(async () => undefined)
  await showing('Not saved', 'Added')
})

test('what fails again, is said once, and what is called off leaves it', async () => {
  render(pageAt('/product/1'))
  await attempt(failing)
  await attempt(failing)
  await attempt(() => Promise.reject(new Dismissed()))
  await showing('Not added')
})

test('a failure stays on its page, and closes when another path is opened, where it can succeed as well', async () => {
  const { rerender } = render(pageAt('/product/1'))
  await attempt(failing)
  rerender(pageAt('/product/1'))
  await showing('Not added')
  rerender(pageAt('/cart'))
  await showing()
  await attempt(failing)
  await showing('Not added')
})

test('that what was typed is kept is said where something was typed', async () => {
  render(pageAt('/address'))
  await act(() => run(failing, { failure: 'Not saved', keepsInput: true, isLocal: true }))
  await showing('What you typed is kept')
  await attempt(failing, 'Not removed')
  await waitFor(() =>
    expect(shown().at(-1)).toMatch(/^Not removedThe server could not be reached. Check the connection/),
  )
})

test('after an undo the focus returns to what was moved', async () => {
  render(
    <>
      <button type="button">Row</button>
      {pageAt('/admin/menu')}
    </>,
  )
  const row = screen.getByRole('button', { name: 'Row' })
  row.focus()
  await act(() =>
    run(async () => undefined, { success: 'Moved', failure: 'Not moved', undo: async () => undefined, isLocal: true }),
  )
  const undo = await screen.findByRole('button', { name: 'Undo' })
  undo.focus()
  await act(async () => undo.click())
  await waitFor(() => expect(document.activeElement).toBe(row))
})
