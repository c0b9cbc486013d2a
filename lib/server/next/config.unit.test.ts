import { expect, test } from 'vitest'
import { isMultipart } from '@/lib/kit/api/run/body'
import { endpoints } from '@/lib/server/endpoints'
import config from '@/next.config'

test('every function that reads a spreadsheet carries the thread for it', () => {
  const included = Object.entries(config.outputFileTracingIncludes ?? {})
  const carrying = included.filter(([, files]) => files.some((file) => file.includes('lib/kit/spreadsheet/')))
  const reading = endpoints.filter(({ path, body }) => path.endsWith('/import') && isMultipart(body))
  expect(reading.length).toBeGreaterThan(2)
  expect(carrying.map(([route]) => route).sort()).toEqual(reading.map(({ path }) => path).sort())
})

test('the code of a page is loaded by its first request, and not at the start', () => {
  expect(config.experimental?.preloadEntriesOnStart).toBe(false)
})
