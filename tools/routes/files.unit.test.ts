import { expect, test } from 'vitest'
import { staleFiles } from './files'

test('the operations, every route.ts, the languages and the tables follow from their sources', () => {
  const stale = [...staleFiles().keys()].map((file) => `${file} is out of date: run npm run routes`)
  expect(stale).toEqual([])
})
