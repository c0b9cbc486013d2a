// @vitest-environment happy-dom

import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { inAdmin } from '@/components/admin/testing/in-admin'
import { defineFonts } from '@/components/ui/testing/browser'
import type { Route } from '@/lib/menu/routes'
import ImageInput from './image-input'

beforeAll(defineFonts)
afterEach(cleanup)

const files: Route = {
  id: 1,
  type: 'page',
  name: 'file',
  title: '文件',
  title_en: 'Files',
  path: '/admin/file',
  icon: '',
  hidden: false,
  permission_code: 'cms.file.list',
  children: [],
  elements: [],
}

/** The values that the input has reported to `onChange`, latest last. */
let stored: unknown[] = []

function Input({ url, error }: { url: string; error: string | undefined }) {
  const [value, setValue] = useState<unknown>(url)
  return (
    <ImageInput
      path="avatar_url"
      label="Picture"
      value={value}
      onChange={(next) => {
        stored.push(next)
        setValue(next)
      }}
      description="Square"
      error={error}
      disabled={false}
      required={false}
    />
  )
}

/** Renders the input for a user with these pages in the menu. `url`: the initial value. */
function show(routes: Route[], { url = '', error }: { url?: string; error?: string } = {}) {
  stored = []
  render(inAdmin(<Input url={url} error={error} />, { admin: { routes } }))
}

const button = (name: string) => screen.queryByRole('button', { name })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('users who may not see the files type the address of a picture in a dialog', async () => {
  show([])
  expect(button('Choose from the files: Picture')).toBeNull()
  expect(screen.queryByRole('textbox')).toBeNull()
  press('URL of the picture: Picture')
  const address = await screen.findByLabelText('URL')
  fireEvent.change(address, { target: { value: ' /files/a.webp ' } })
  fireEvent.click(screen.getByText('Use this picture').closest('button') ?? document)
  expect(stored).toEqual(['/files/a.webp'])
})

test('users who may see the files choose a picture from them; the address is only in a menu', async () => {
  show([files], { url: '/files/a.webp' })
  expect(button('Replace: Picture')).not.toBeNull()
  expect(screen.queryByText('/files/a.webp')).toBeNull()
  press('More for Picture')
  fireEvent.click(await screen.findByText('Use this URL'))
  expect(await screen.findByDisplayValue('/files/a.webp')).not.toBeNull()
  fireEvent.click(screen.getByText('Cancel'))
  expect(stored).toEqual([])
})

test('a picture is removed immediately, and the focus stays at its place', () => {
  show([files], { url: '/files/a.webp' })
  press('Remove the picture: Picture')
  expect(stored).toEqual([''])
  expect(document.activeElement).toBe(button('Choose from the files: Picture'))
  expect(button('Remove the picture: Picture')).toBeNull()
})

test('the button is described by the help and the fault of its field', () => {
  show([files], { error: 'This is required.' })
  const described = button('Choose from the files: Picture')?.getAttribute('aria-describedby') ?? ''
  expect(described.split(' ').map((id) => document.getElementById(id)?.textContent)).toEqual([
    'Square',
    'This is required.',
  ])
})
