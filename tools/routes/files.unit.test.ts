import { expect, test } from 'vitest'
import { staleFiles } from './files'

test('the operations and every route.ts follow from lib/server/endpoints.ts', () => {
  const stale = [...staleFiles().keys()].map((file) => `${file} is out of date: run npm run routes`)
  expect(stale).toEqual([])
})
