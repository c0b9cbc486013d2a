// @vitest-environment happy-dom

import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { inAdmin } from '@/components/admin/testing/in-admin'
import { defineFonts } from '@/components/ui/testing/browser'
import { PermissionMatrix } from './permission-matrix'

beforeAll(defineFonts)
afterEach(cleanup)

const codes = ['cms.theme.list', 'cms.theme.create', 'cms.theme.delete', 'cms.sms.create']
const needs = { 'cms.theme.create': ['cms.theme.list'], 'cms.theme.delete': ['cms.theme.list'] }

/** Shows the matrix. Returns the mock that receives the permission codes after each change. */
function show(granted: string[], grantable: 'all' | string[] = 'all') {
  const onChange = vi.fn<(codes: string[]) => void>()
  const grantOptions = { codes, needs, grantable, menus: undefined, elements: undefined }
  render(
    inAdmin(
      <PermissionMatrix
        grantOptions={grantOptions}
        granted={granted}
        onChange={onChange}
        disabled={false}
        error={undefined}
      />,
    ),
  )
  return onChange
}

const tick = (name: string) => fireEvent.click(screen.getByRole('checkbox', { name }))

test('granting a permission also grants the view of its module, if there is one', () => {
  const onChange = show([])
  tick('theme, delete')
  expect(onChange).toHaveBeenLastCalledWith(['cms.theme.list', 'cms.theme.delete'])
  tick('sms, create')
  expect(onChange).toHaveBeenLastCalledWith(['cms.sms.create'])
})

test('a missing view is named, with the permissions that have no effect without it', () => {
  show(['cms.theme.create'])
  expect(screen.getByText(/Without “theme, list”.*theme, create/)).toBeDefined()
  cleanup()
  show(['cms.theme.create', 'cms.theme.list'])
  expect(screen.queryByText(/Without/)).toBeNull()
})

test('while permissions are searched, the box of a module still says whether all of it is granted', () => {
  show(['cms.theme.create'])
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'create' } })
  const box = screen.getByRole('checkbox', { name: 'theme: everything' })
  expect(box).toMatchObject({ checked: false, indeterminate: true })
})

test('revoking a permission revokes no other, and a permission that the user lacks is not granted', () => {
  const onChange = show(['cms.theme.create', 'cms.theme.list'], ['cms.theme.create', 'cms.theme.delete'])
  tick('theme, create')
  expect(onChange).toHaveBeenLastCalledWith(['cms.theme.list'])
  cleanup()
  const limited = show([], ['cms.theme.create', 'cms.theme.delete'])
  tick('theme, delete')
  expect(limited).toHaveBeenLastCalledWith(['cms.theme.delete'])
})
