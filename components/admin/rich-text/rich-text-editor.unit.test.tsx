// @vitest-environment happy-dom

import { MantineProvider } from '@mantine/core'
import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { NextIntlClientProvider } from 'next-intl'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AdminProvider } from '@/components/admin/frame/admin-context'
import { FormUploads } from '@/components/ui/form-uploads'
import admin from '@/lib/kit/i18n/en/admin.json'
import form from '@/lib/kit/i18n/en/form.json'
import refusal from '@/lib/kit/i18n/en/refusal.json'
import { type Picture, type PictureSlot, PictureSlotProvider } from './picture-slot'
import { RichTextEditor } from './rich-text-editor'

configure({ asyncUtilTimeout: 10_000 })
vi.setConfig({ testTimeout: 30_000 })

beforeEach(() => {
  vi.stubGlobal('location', new URL('http://localhost:3000/admin/notice'))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

interface FormProps {
  opened: string
  onChange: (html: string) => void
  isReadOnly: boolean
}

function Form({ opened, onChange, isReadOnly }: FormProps) {
  const [value, setValue] = useState(opened)
  return (
    <>
      <button type="button" onClick={() => setValue('<p>stored meanwhile</p>')}>
        Reload
      </button>
      <RichTextEditor
        value={value}
        onChange={(next) => {
          onChange(next)
          setValue(next)
        }}
        maximum={100}
        isReadOnly={isReadOnly}
        hasError={false}
        label="Content"
        attributes={{ id: 'text', 'aria-label': 'Content' }}
      />
    </>
  )
}

const user = { id: 1, name: 'Root', account: 'root', is_root: true, groups: [] }
const names = { separator: ', ', verbs: {}, modules: {} }

const track = vi.fn((upload: Promise<unknown>) => upload)

/** Renders an editor. Returns the reported values. */
function show(opened: string, { slot, isReadOnly = false }: { slot?: PictureSlot; isReadOnly?: boolean } = {}) {
  const values: string[] = []
  render(
    <NextIntlClientProvider locale="en" timeZone="Asia/Shanghai" messages={{ admin, form, refusal }}>
      <MantineProvider env="test">
        <AdminProvider
          admin={{ user, routes: [], icons: {}, dictionaries: {}, remembered: {}, views: [], origins: [], names }}
        >
          <PictureSlotProvider value={slot}>
            <FormUploads value={track}>
              <Form opened={opened} onChange={(html) => values.push(html)} isReadOnly={isReadOnly} />
            </FormUploads>
          </PictureSlotProvider>
        </AdminProvider>
      </MantineProvider>
    </NextIntlClientProvider>,
  )
  return values
}

const text = () => screen.findByRole('textbox', { name: 'Content' })

test('opening a text in another form reports no change, and a new value from outside is shown', async () => {
  const values = show('plain <b>text</b>')
  expect((await text()).innerHTML).toContain('<p>plain <strong>text</strong></p>')
  fireEvent.click(screen.getByText('Reload'))
  await waitFor(async () => expect((await text()).textContent).toBe('stored meanwhile'))
  expect(values).toEqual([])
})

test('without a source of pictures there is no button; with one, the button inserts a picture', async () => {
  show('<p>a</p>')
  await text()
  expect(screen.queryByRole('button', { name: 'Picture' })).toBeNull()
  cleanup()
  const picture = { url: '/files/a.webp', alt: 'A', width: 8, height: 6 }
  const slot = { pickImage: async () => picture, uploadImage: async () => picture }
  const values = show('<p>a</p>', { slot })
  fireEvent.click(await screen.findByRole('button', { name: 'Picture' }))
  await waitFor(() => expect(values.at(-1)).toContain('<img src="/files/a.webp" alt="A" width="8" height="6">'))
})

test('the form waits for a pasted picture until it is in the text', async () => {
  track.mockClear()
  let finish = (_: Picture): void => undefined
  const uploadImage = () => new Promise<Picture>((done) => (finish = done))
  const picture = { url: '/files/a.webp', alt: 'A', width: 8, height: 6 }
  const values = show('<p>a</p>', { slot: { pickImage: async () => undefined, uploadImage } })
  const clipboardData = { files: [new File([], 'a.png', { type: 'image/png' })], types: ['Files'], getData: () => '' }
  fireEvent.paste(await text(), { clipboardData })
  await waitFor(() => expect(track).toHaveBeenCalledOnce())
  expect(values).toEqual([])
  finish(picture)
  await track.mock.results[0]?.value
  expect(values.at(-1)).toContain('<img src="/files/a.webp"')
})

test('a read-only text can be read and previewed', async () => {
  show('<p>a</p>', { isReadOnly: true })
  const shown = await text()
  expect(shown.getAttribute('aria-readonly')).toBe('true')
  expect(shown.getAttribute('contenteditable')).toBe('false')
  expect(screen.getAllByRole('button').map((one) => one.getAttribute('aria-label'))).toEqual([
    null,
    'Preview on a phone',
  ])
})
