// @vitest-environment happy-dom

import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { NextIntlClientProvider } from 'next-intl'
import { afterEach, expect, test } from 'vitest'
import form from '@/lib/i18n/en/form.json'
import type { Route } from '@/lib/menu/routes'
import { AdminProvider } from '../../shell/admin-context'
import ImageInput from './image-input'

afterEach(cleanup)

const user = { id: 2, name: 'Tea', account: 'tea', is_root: false, groups: [] }
const names = { separator: ', ', verbs: {}, modules: {} }
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

/** The input of a picture, for a user with these pages. Returns what is typed. */
function show(routes: Route[]) {
  const typed: unknown[] = []
  render(
    <NextIntlClientProvider locale="en" timeZone="Asia/Shanghai" messages={{ form }}>
      <MantineProvider env="test">
        <AdminProvider
          admin={{ user, routes, icons: {}, dictionaries: {}, remembered: {}, views: [], origins: [], names }}
        >
          <ImageInput
            path="avatar_url"
            label="Picture"
            value=""
            onChange={(value) => typed.push(value)}
            description={undefined}
            error={undefined}
            errors={{}}
            disabled={false}
            required={false}
            values={{}}
            change={() => undefined}
            expected={undefined}
          />
        </AdminProvider>
      </MantineProvider>
    </NextIntlClientProvider>,
  )
  return typed
}

const choose = () => screen.queryByRole('button', { name: 'Choose from the files: Picture' })

test('who may not see the files types the address of a picture, as before', () => {
  const typed = show([])
  expect(choose()).toBeNull()
  fireEvent.change(screen.getByRole('textbox', { name: 'Picture' }), { target: { value: '/files/a.webp' } })
  expect(typed).toEqual(['/files/a.webp'])
})

test('who may see the files can choose among them', () => {
  show([files])
  expect(choose()).not.toBeNull()
})
