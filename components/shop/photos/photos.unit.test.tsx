// @vitest-environment happy-dom

import { Notifications, notifications } from '@mantine/notifications'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { CustomerProvider } from '@/components/shop/customer/provider'
import { writeLogin } from '@/components/shop/customer/store'
import { FormUploads } from '@/components/ui/form-uploads'
import { defineFonts } from '@/components/ui/testing/browser'
import { Shown } from '@/components/ui/testing/shown'
import { Photos } from './photos'

beforeAll(defineFonts)
// Messages outlive their component, so messages of another test file are removed, too.
beforeEach(() => {
  notifications.clean()
  writeLogin({ token: 'of a customer' })
})
afterEach(() => {
  notifications.clean()
  cleanup()
  writeLogin(undefined)
  vi.unstubAllGlobals()
})

/** Makes the stubbed server refuse uploads with this status and this body. */
function refuseUploads(status: number, type: string, text: string) {
  class Refusing {
    upload = {}
    status = status
    responseText = text
    onload: (() => void) | undefined
    open = () => undefined
    setRequestHeader = () => undefined
    getResponseHeader = (name: string) => (name === 'content-type' ? type : null)
    send = () => queueMicrotask(() => this.onload?.())
  }
  vi.stubGlobal('XMLHttpRequest', Refusing)
}

const problem = (code: string) => JSON.stringify({ code, detail: code, request_id: 'r-12345678' })

test.each([
  ['its size', 413, 'application/problem+json', problem('payload_too_large'), 'The photo is larger than 4 MB.'],
  ['its size by a server in between', 413, 'text/html', '<h1>413</h1>', 'The photo is larger than 4 MB.'],
  [
    ...(['its type', 415, 'application/problem+json', problem('unsupported_media_type')] as const),
    'This is not a supported picture. Choose a JPEG, PNG, WebP, GIF or AVIF.',
  ],
])('a photo that is refused for %s says so, without the number of a request', async (_, status, type, text, said) => {
  refuseUploads(status, type, text)
  render(
    <Shown>
      <CustomerProvider ways={{ hasPlatform: false, hasDemonstration: false }} origin="http://localhost:3000">
        <FormUploads value={(upload) => upload}>
          <Photos photos={[]} onChange={() => undefined} />
        </FormUploads>
      </CustomerProvider>
      <Notifications />
    </Shown>,
  )
  const files = [new File(['a photo'], 'leaf.jpg', { type: 'image/jpeg' })]
  fireEvent.change(screen.getByLabelText('Add photo', { selector: 'input' }), { target: { files } })
  expect((await screen.findByRole('alert')).textContent).toBe(`“leaf.jpg” was not added${said}`)
})
