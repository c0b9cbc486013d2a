// @vitest-environment happy-dom

import { cleanup, render, screen } from '@testing-library/react'
import { PathnameContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime'
import { afterEach, expect, test } from 'vitest'
import { MainFocus } from './main-focus'

afterEach(cleanup)

const page = (path: string) => (
  <PathnameContext value={path}>
    <a href="/menu">Menu</a>
    <main id="main" tabIndex={-1}>
      {path === '/list' && <a href="/record">Record</a>}
    </main>
    <MainFocus />
  </PathnameContext>
)

test('the focus goes to the content of the page with the link that was followed', () => {
  const { rerender } = render(page('/list'))
  screen.getByRole('link', { name: 'Record' }).focus()
  rerender(page('/record'))
  expect(document.activeElement).toBe(screen.getByRole('main'))
})

test('what still has the focus keeps it, and nothing takes it at first', () => {
  const { rerender } = render(page('/list'))
  expect(document.activeElement).toBe(document.body)
  screen.getByRole('link', { name: 'Menu' }).focus()
  rerender(page('/record'))
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Menu' }))
})
