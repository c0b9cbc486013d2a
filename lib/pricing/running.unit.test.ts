import { expect, test } from 'vitest'
import { inForms } from './running'

test('a statement is read again in the form that suffices, which is remembered', async () => {
  let needed = 0
  const forms: number[] = []
  const read = inForms(
    [0, 1, 2].map((form) => async () => {
      forms.push(form)
      return [{ form: needed }]
    }),
  )
  const formsOf = async (form: number) => {
    needed = form
    forms.length = 0
    await read()
    return [...forms]
  }
  expect(await formsOf(0)).toEqual([0])
  expect(await formsOf(2)).toEqual([0, 2])
  expect(await formsOf(2)).toEqual([2])
  // What the form reads too much is left out from the next time on.
  expect(await formsOf(1)).toEqual([2])
  expect(await formsOf(1)).toEqual([1])
  expect(await formsOf(0)).toEqual([1])
  expect(await formsOf(1)).toEqual([0, 1])
})

test('no row needs no further form', async () => {
  const read = inForms([async (): Promise<{ form: number }[]> => [], async () => [{ form: 1 }]])
  expect(await read()).toEqual([])
})
