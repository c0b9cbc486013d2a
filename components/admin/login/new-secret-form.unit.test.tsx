// @vitest-environment happy-dom

import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Shown } from '@/components/ui/testing/shown'
import { NewSecretForm } from './new-secret-form'

configure({ asyncUtilTimeout: 10_000 })

/** The faults in the response of the server, which refuses the new password. Empty: the server accepts it. */
let invalid_params: { in: string; name: string; code: string; params?: object }[] = []
let sent: unknown[] = []
let left: string[] = []

beforeEach(() => {
  invalid_params = []
  sent = []
  left = []
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body))
    if (invalid_params.length === 0) return new Response(null, { status: 204 })
    const problem = { code: 'invalid_request', detail: 'no', request_id: 'r', status: 400, invalid_params }
    return Response.json(problem, { status: 400, headers: { 'content-type': 'application/problem+json' } })
  })
  vi.spyOn(window.location, 'replace').mockImplementation((to) => void left.push(String(to)))
  render(
    <Shown>
      <NewSecretForm username="newcomer" to="/admin?tab=first" />
    </Shown>,
  )
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const old = () => screen.getByLabelText<HTMLInputElement>('Temporary password')
const fresh = () => screen.getByLabelText<HTMLInputElement>('New password')

function choose(old_secret: string, new_secret: string) {
  fireEvent.change(old(), { target: { value: old_secret } })
  fireEvent.change(fresh(), { target: { value: new_secret } })
  fireEvent.submit(screen.getByRole('form'))
}

const alertAt = async (input: HTMLElement) => {
  await waitFor(() => expect(input.getAttribute('aria-invalid')).toBe('true'))
  return screen.getByRole('alert').textContent
}

test('requires the temporary password and a long new one before sending a request', async () => {
  choose('', 'a password of my own')
  expect(await alertAt(old())).toBe('Please fill this in.')
  choose('temporary', 'short')
  expect(await alertAt(fresh())).toBe('Use 12 to 128 characters.')
  expect(sent).toEqual([])
})

test("shows the server's faults at their fields", async () => {
  invalid_params = [{ in: 'body', name: 'old_secret', code: 'wrong' }]
  choose('something else', 'a password of my own')
  expect(await alertAt(old())).toBe('This is not the temporary password.')
  invalid_params = [{ in: 'body', name: 'new_secret', code: 'unchanged' }]
  choose('the temporary one', 'the temporary one')
  expect(await alertAt(fresh())).toBe('This is the temporary password. Choose another.')
  const params = { warning: 'userInputs', suggestions: ['anotherWord'] }
  invalid_params = [{ in: 'body', name: 'new_secret', code: 'too_weak', params }]
  choose('the temporary one', 'newcomer2026')
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toMatch(/It contains your own name, email or phone number\./),
  )
  expect(left).toEqual([])
})

test('opens the requested page after the change', async () => {
  choose('the temporary one', 'a password of my own')
  await waitFor(() => expect(left).toEqual(['/admin?tab=first']))
  expect(sent).toEqual([{ old_secret: 'the temporary one', new_secret: 'a password of my own' }])
})
