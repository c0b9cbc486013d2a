// @vitest-environment happy-dom

import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { inAdmin } from '@/components/admin/testing/in-admin'
import { limit } from '@/lib/file/example'
import { SendError } from '@/lib/server/client'
import { UploadList } from './upload-list'
import type { FileUpload, Uploads } from './use-uploads'

afterEach(cleanup)

const upload = (key: number, state: FileUpload['state']): FileUpload => ({
  key,
  file: new File(['tea'], `p${key}.png`),
  send: () => Promise.reject(new Error('not sent here')),
  state,
  sent: 0,
  ...(state === 'failed' && { error: new SendError('network', 'no answer') }),
})

const uploadsOf = (...states: FileUpload['state'][]): Uploads => ({
  uploads: states.map((state, at) => upload(at + 1, state)),
  limit: { ...limit, max_bytes: 10_485_760 },
  open: states.filter((state) => state === 'sending' || state === 'waiting').length,
  add: vi.fn(),
  cancel: vi.fn(),
  retry: vi.fn(),
  retryFailed: vi.fn(),
  update: vi.fn(),
  clear: vi.fn(),
})

const names = () => screen.getAllByRole('listitem').map((item) => /p\d+/.exec(item.textContent ?? '')?.[0])

test('failed uploads are counted and listed first, and can be repeated one by one or together', () => {
  const uploads = uploadsOf('done', 'done', 'failed', 'cancelled', 'failed', 'done')
  render(inAdmin(<UploadList uploads={uploads} />))
  expect(screen.getByRole('status').textContent).toBe('3 uploaded, 2 failed')
  expect(names()).toEqual(['p3', 'p5', 'p1', 'p2', 'p4', 'p6'])
  fireEvent.click(screen.getByRole('button', { name: 'Upload p5.png again' }))
  expect(uploads.retry).toHaveBeenCalledWith(5)
  fireEvent.click(screen.getByRole('button', { name: 'Try 2 again' }))
  expect(uploads.retryFailed).toHaveBeenCalledOnce()
})

test('shows the progress while uploads are running, and no button to repeat them without a failure', () => {
  render(inAdmin(<UploadList uploads={uploadsOf('done', 'sending', 'waiting')} />))
  expect(screen.getByRole('status').textContent).toBe('1 of 3 uploaded')
  expect(screen.queryByRole('button', { name: /again/ })).toBeNull()
})

const damaged = {
  type: new SendError('unsupported_media_type', 'no type', 415),
  content: new SendError('invalid_request', 'broken', 400, 'r', [
    { in: 'body', name: 'file', reason: 'broken', code: 'invalid' },
  ]),
}

test.each([
  ['a picture without its content', 'p.jpg', 'image/jpeg', damaged.type, 'The file is damaged or not a picture.'],
  ['a picture that ends too early', 'p.jpg', 'image/jpeg', damaged.content, 'The file is damaged or not a picture.'],
  ['a program', 'p.exe', 'application/x-msdownload', damaged.type, 'This file type isn’t supported.'],
  ['a large file', 'p.jpg', 'image/jpeg', new SendError('payload_too_large', 'large', 413), /^The file is larger than/],
])('%s shows its fault, and cannot be repeated', (_, name, type, error, text) => {
  const uploads = uploadsOf('failed')
  const [failed] = uploads.uploads
  if (!failed) throw new Error('One has failed.')
  const shown = [{ ...failed, file: new File(['tea'], name, { type }), error }]
  render(inAdmin(<UploadList uploads={{ ...uploads, uploads: shown }} />))
  expect(screen.getByText(text)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /again/ })).toBeNull()
})
