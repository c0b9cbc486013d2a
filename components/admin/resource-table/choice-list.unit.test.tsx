// @vitest-environment happy-dom

import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { inAdmin } from '@/components/admin/testing/in-admin'
import { defineFonts } from '@/components/ui/testing/browser'
import { ChoiceButton, ChoiceList } from './choice-list'

beforeAll(defineFonts)
afterEach(cleanup)

test('the arrow keys, Home and End move among the choices and do not scroll the page', () => {
  render(
    inAdmin(
      <ChoiceList>
        {['a', 'b', 'c'].map((name) => (
          <ChoiceButton key={name} onClick={() => {}}>
            {name}
          </ChoiceButton>
        ))}
      </ChoiceList>,
    ),
  )
  screen.getByRole('button', { name: 'a' }).focus()
  const press = (key: string) => {
    const isLeftToPage = fireEvent.keyDown(document.activeElement ?? document.body, { key })
    return [document.activeElement?.textContent, isLeftToPage]
  }
  expect(press('ArrowDown')).toEqual(['b', false])
  expect(press('End')).toEqual(['c', false])
  expect(press('ArrowDown')).toEqual(['a', false])
  expect(press('ArrowUp')).toEqual(['c', false])
  expect(press('Home')).toEqual(['a', false])
  expect(press('x')).toEqual(['a', true])
})
