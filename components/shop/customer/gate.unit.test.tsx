// @vitest-environment happy-dom

import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { defineFonts } from '@/components/ui/testing/browser'
import { Shown } from '@/components/ui/testing/shown'
import { CustomerGate } from './gate'
import { CustomerProvider } from './provider'
import { writeLogin } from './store'

defineFonts()
afterEach(() => {
  cleanup()
  writeLogin(undefined)
})

test('after the sign-in, the focus is on the content of the page', () => {
  render(
    <Shown>
      <CustomerProvider ways={{ hasPlatform: true, hasDemonstration: false }} origin="http://localhost:3000">
        <main id="main" tabIndex={-1}>
          <CustomerGate skeleton={null}>My orders</CustomerGate>
        </main>
      </CustomerProvider>
    </Shown>,
  )
  screen.getAllByRole('button')[0]?.focus()
  act(() => writeLogin({ token: 'of a customer' }))
  expect(screen.getByText('My orders')).toBeDefined()
  expect(document.activeElement).toBe(screen.getByRole('main'))
})
