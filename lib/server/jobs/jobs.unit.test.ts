import { expect, test } from 'vitest'
import { runSeconds, runUntil } from '@/lib/kit/job/claim'
import { endpoints, jobs } from '@/lib/server/endpoints'
import vercel from '@/vercel.json'

/** Converts a glob of vercel.json to a regular expression. Supports `**`, `*` and `{a,b}`. */
const patternOf = (glob: string) =>
  new RegExp(
    `^${glob
      .replaceAll(/[.[\]()]/g, '\\$&')
      .replaceAll(/\{([^}]*)\}/g, (_, names: string) => `(?:${names.replaceAll(',', '|')})`)
      .replaceAll(/\*\*|\*/g, (stars) => (stars === '**' ? '.*' : '[^/]*'))}$`,
  )

/**
 * Returns the time limit in seconds of the function that serves a path, from the first glob that matches its route
 * file.
 */
function limitOf(path: string): number | undefined {
  const file = `app${path.replaceAll(/\{(\w+)\}/g, '[$1]')}/route.ts`
  return Object.entries(vercel.functions).find(([glob]) => patternOf(glob).test(file))?.[1].maxDuration
}

test('Vercel calls one path that runs every job, because plans limit the number of cron jobs', () => {
  expect(vercel.crons.map(({ path }) => path)).toEqual(['/api/cron'])
  expect(jobs.map(({ path }) => path)).toContain('/api/cron')
})

test('jobs stop before the time limit of their function, with time for their last batch', () => {
  const limits = endpoints.map(({ path }) => limitOf(path) ?? 0)
  expect(Math.min(...limits)).toBe(15)
  expect(runSeconds.request).toBeLessThan(Math.min(...limits) - 5)
  for (const { path } of jobs) expect(limitOf(path), path).toBe(300)
  expect(runSeconds.scheduler).toBeLessThan(300 - 30)
  const [now, until] = [Date.now(), runUntil('request')]
  expect(until - now).toBeGreaterThanOrEqual(8_000)
  expect(until - now).toBeLessThan(9_000)
})

test('lists with an export have a longer time limit', () => {
  const exported = endpoints.filter((endpoint) => 'csv' in endpoint && endpoint.csv !== undefined)
  expect(exported.length).toBeGreaterThan(5)
  // The lines of an import have a limit, unlike other lists.
  for (const { path } of exported) expect(limitOf(path), path).toBe(path.includes('/import/') ? 120 : 299)
})
