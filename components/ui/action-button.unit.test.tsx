// @vitest-environment happy-dom

import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Shown } from '@/components/ui/testing/shown'
import { ActionButton } from './action-button'

afterEach(cleanup)

const button = () => screen.getByRole<HTMLButtonElement>('button')

test('is busy until its action has ended; one that asks first, not before it is answered', async () => {
  let answer = () => {}
  let end = () => {}
  const onAct = async (begin: () => void) => {
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    begin()
    await new Promise<void>((resolve) => {
      end = resolve
    })
  }
  render(
    <Shown>
      <ActionButton asks onAct={onAct}>
        Cancel
      </ActionButton>
    </Shown>,
  )
  fireEvent.click(button())
  expect(button().disabled).toBe(false)
  await act(async () => answer())
  expect(button().disabled).toBe(true)
  await act(async () => end())
  expect(button().disabled).toBe(false)
})
