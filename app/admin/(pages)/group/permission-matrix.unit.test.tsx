// @vitest-environment happy-dom

import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { defineFonts } from '@/components/testing/browser'
import { inAdmin } from '@/components/testing/in-admin'
import { PermissionMatrix } from './permission-matrix'

beforeAll(defineFonts)
afterEach(cleanup)

const codes = ['cms.theme.list', 'cms.theme.create', 'cms.theme.delete', 'cms.sms.create']

/** Shows the matrix. Returns what it is changed to. */
function show(granted: string[], grantable: 'all' | string[] = 'all') {
  const onChange = vi.fn<(codes: string[]) => void>()
  const grantOptions = { codes, grantable, menus: undefined, elements: undefined }
  render(inAdmin(<PermissionMatrix {...{ grantOptions, granted, onChange }} disabled={false} error={undefined} />))
  return onChange
}

const tick = (name: string) => fireEvent.click(screen.getByRole('checkbox', { name }))

test('a permission brings the one to view its module, where there is one', () => {
  const onChange = show([])
  tick('theme, delete')
  expect(onChange).toHaveBeenLastCalledWith(['cms.theme.delete', 'cms.theme.list'])
  tick('sms, create')
  expect(onChange).toHaveBeenLastCalledWith(['cms.sms.create'])
})

test('one that is taken away takes no other with it, and one that the user does not have is not given', () => {
  const onChange = show(['cms.theme.create', 'cms.theme.list'], ['cms.theme.create', 'cms.theme.delete'])
  tick('theme, create')
  expect(onChange).toHaveBeenLastCalledWith(['cms.theme.list'])
  cleanup()
  const limited = show([], ['cms.theme.create', 'cms.theme.delete'])
  tick('theme, delete')
  expect(limited).toHaveBeenLastCalledWith(['cms.theme.delete'])
})
