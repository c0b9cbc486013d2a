// @vitest-environment happy-dom

import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CustomerProvider } from '@/components/shop/customer/provider'
import { writeLogin } from '@/components/shop/customer/store'
import { Shown } from '@/components/ui/testing/shown'
import { user } from '@/lib/user/example'
import { Avatar } from './avatar'

configure({ asyncUtilTimeout: 10_000 })

let bodies: unknown[] = []
beforeEach(() => {
  bodies = []
  writeLogin({ token: 'of a customer' })
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    bodies.push(JSON.parse(body))
    return Response.json(user)
  })
  class Uploading {
    upload = {}
    status = 201
    responseText = JSON.stringify({ id: 7, url: '/files/u/leaf.webp' })
    onload: (() => void) | undefined
    open = () => undefined
    setRequestHeader = () => undefined
    getResponseHeader = () => 'application/json'
    send = () => queueMicrotask(() => this.onload?.())
  }
  vi.stubGlobal('XMLHttpRequest', Uploading)
})
afterEach(() => {
  cleanup()
  writeLogin(undefined)
  vi.unstubAllGlobals()
})

function show(avatar_url: string | null) {
  const onSaved = vi.fn()
  render(
    <Shown path="/me">
      <CustomerProvider ways={{ hasPlatform: false, hasDemonstration: false }} origin="http://localhost:3000">
        <Avatar user={{ ...user, avatar_url }} onSaved={onSaved} />
      </CustomerProvider>
    </Shown>,
  )
  return onSaved
}

test('a chosen picture is sent and becomes the avatar', async () => {
  const onSaved = show(null)
  expect(screen.queryByRole('button', { name: 'Remove picture' })).toBeNull()
  const files = [new File(['a photo'], 'leaf.jpg', { type: 'image/jpeg' })]
  fireEvent.change(screen.getByLabelText('Change picture', { selector: 'input' }), { target: { files } })
  await waitFor(() => expect(onSaved).toHaveBeenCalled())
  expect(bodies).toEqual([{ avatar_id: 7 }])
})

test('the avatar can be removed', async () => {
  const onSaved = show('/files/u/leaf.webp')
  fireEvent.click(screen.getByRole('button', { name: 'Remove picture' }))
  await waitFor(() => expect(onSaved).toHaveBeenCalled())
  expect(bodies).toEqual([{ avatar_url: null }])
})
