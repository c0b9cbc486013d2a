// @vitest-environment happy-dom

import { cleanup, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, expect, test } from 'vitest'
import { useFocusAfter } from './use-focus-after'

afterEach(cleanup)

function Saving({ isBusy, hasDialog }: { isBusy: boolean; hasDialog: boolean }) {
  const form = useRef<HTMLFormElement>(null)
  useFocusAfter(isBusy, form)
  return (
    <form ref={form}>
      <button type="submit" disabled={isBusy}>
        Save
      </button>
      {hasDialog && <button type="button">Confirm</button>}
    </form>
  )
}

const focused = () => document.activeElement?.textContent

test('the button that was disabled during the save gets the focus again', () => {
  const { rerender } = render(<Saving isBusy={false} hasDialog={false} />)
  screen.getByText('Save').focus()
  rerender(<Saving isBusy hasDialog={false} />)
  screen.getByText('Save').blur()
  rerender(<Saving isBusy={false} hasDialog={false} />)
  expect(focused()).toBe('Save')
})

test('the button of the form gets the focus if the focused button was removed with its dialog', () => {
  const { rerender } = render(<Saving isBusy={false} hasDialog />)
  screen.getByText('Confirm').focus()
  rerender(<Saving isBusy hasDialog={false} />)
  rerender(<Saving isBusy={false} hasDialog={false} />)
  expect(focused()).toBe('Save')
})
