// @vitest-environment happy-dom

import { FileButton, MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { usualAccent } from '@/lib/kit/config/accent'
import { themeIn } from './theme'

afterEach(cleanup)

test.each([true, false])('a file can be chosen again after it was corrected, multiple: %s', (multiple) => {
  const { container } = render(
    <MantineProvider env="test" theme={themeIn(usualAccent)}>
      <FileButton multiple={multiple} onChange={() => undefined}>
        {(props) => (
          <button type="button" {...props}>
            Choose
          </button>
        )}
      </FileButton>
    </MantineProvider>,
  )
  const input = container.querySelector('input')
  if (!input) throw new Error('no input')
  const write = vi.fn()
  Object.defineProperty(input, 'value', { get: () => 'C:\\fakepath\\goods.csv', set: write })
  fireEvent.click(screen.getByRole('button', { name: 'Choose' }))
  expect(write).toHaveBeenCalledWith('')
})
