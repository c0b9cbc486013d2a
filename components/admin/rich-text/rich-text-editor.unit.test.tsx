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

/** Renders an editor with the value `opened`. Returns the values that the editor reports. */
function show(opened: string, { slot, isReadOnly = false }: { slot?: PictureSlot; isReadOnly?: boolean } = {}) {
  const values: string[] = []
  render(
    <NextIntlClientProvider locale="en" timeZone="Asia/Shanghai" messages={{ admin, form, refusal }}>
      <MantineProvider env="test">
        <AdminProvider
          admin={{
            user,
            routes: [],
            icons: {},
            dictionaries: {},
            remembered: {},
            views: [],
            origins: [],
            version: '',
            names,
          }}
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

test('without a source of pictures there is no button; with one, the buttons insert a picture and a video', async () => {
  show('<p>a</p>')
  await text()
  expect(screen.queryByRole('button', { name: 'Picture' })).toBeNull()
  cleanup()
  const picture = { url: '/files/a.webp', alt: 'A', width: 8, height: 6 }
  const slot = {
    pickImage: async () => picture,
    pickVideo: async () => 'http://localhost:3000/files/a.mp4',
    uploadImage: async () => picture,
  }
  const values = show('<p>a</p>', { slot })
  fireEvent.click(await screen.findByRole('button', { name: 'Picture' }))
  await waitFor(() => expect(values.at(-1)).toContain('<img src="/files/a.webp" alt="A" width="8" height="6">'))
  fireEvent.click(screen.getByRole('button', { name: 'Video' }))
  await waitFor(() => expect(values.at(-1)).toContain('<video src="/files/a.mp4" controls preload="metadata"'))
})

test('the form waits for a pasted picture until it is in the text, and typed text is after it', async () => {
  track.mockClear()
  let finish = (_: Picture): void => undefined
  const uploadImage = () => new Promise<Picture>((done) => (finish = done))
  const picture = { url: '/files/a.webp', alt: 'A', width: 8, height: 6 }
  const values = show('<p>a</p>', { slot: { ...noPicks, uploadImage } })
  const clipboardData = { files: [new File([], 'a.png', { type: 'image/png' })], types: ['Files'], getData: () => '' }
  fireEvent.paste(await text(), { clipboardData })
  await waitFor(() => expect(track).toHaveBeenCalledOnce())
  expect(values).toEqual([])
  await pasteText('typed')
  finish(picture)
  await track.mock.results[0]?.value
  await pasteText(' on')
  expect(values.at(-1)).toBe('<p><img src="/files/a.webp" alt="A" width="8" height="6">typed ona</p>')
})

const noPicks = { pickImage: async () => undefined, pickVideo: async () => undefined }

const pasteText = async (typed: string) => {
  const getData = (type: string) => (type === 'text/plain' ? typed : '')
  fireEvent.paste(await text(), { clipboardData: { files: [], types: ['text/plain'], getData } })
}

/** Pastes HTML. Like browsers do, also puts the content as plain text into the clipboard data. */
const pasteHtml = async (html: string) => {
  const getData = (type: string) => (type === 'text/html' ? html : '')
  fireEvent.paste(await text(), { clipboardData: { files: [], types: ['text/html', 'text/plain'], getData } })
}

test('the pictures in pasted HTML are uploaded to their places, and those of other sites are counted', async () => {
  track.mockClear()
  const uploadImage = async ({ name }: File) => {
    if (name === 'bad.png') throw new Error()
    return { url: `/files/${name}`, alt: '', width: 8, height: 6 }
  }
  const values = show('', { slot: { ...noPicks, uploadImage } })
  const data = 'data:image/png;base64,aGk='
  await pasteHtml(
    `<p>a<img alt="one" src="${data}">b<img src="https://mmbiz.qpic.cn/x"><img alt="bad" src="${data}">c</p>` +
      `<figure><img alt="two" src="${data}"><figcaption>d</figcaption></figure><img data-src="https://mmbiz.qpic.cn/y"><video src="https://mpvideo.qpic.cn/z.mp4"></video>`,
  )
  await waitFor(() => expect(track).toHaveBeenCalledOnce())
  expect(values.join('')).not.toContain('/files/pasted')
  await track.mock.results[0]?.value
  await waitFor(() =>
    expect(values.at(-1)).toBe(
      '<p>a<img src="/files/one.png" alt="" width="8" height="6">bc</p><p><img src="/files/two.png" alt="" width="8" height="6"></p><p>d</p>',
    ),
  )
  const notice = screen.getByRole('status').textContent
  expect(notice).toContain(
    '2 pictures that are not of this shop were left out. Save them and add them with the picture button. One video that is not a file of this shop was left out. bad.png was not added: ',
  )
})

test('without a source of pictures, pasted ones are left out and counted', async () => {
  const values = show('')
  await pasteHtml('<p>a<img src="data:image/png;base64,aGk="></p>')
  await waitFor(() => expect(values.at(-1)).toBe('<p>a</p>'))
  expect(screen.getByRole('status').textContent).toBe('One picture that is not of this shop was left out.')
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
