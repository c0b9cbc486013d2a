import { expect, test } from 'vitest'
import { runSeconds, runUntil } from '@/lib/kit/job/claim'
import { endpoints, jobs } from '@/lib/server/endpoints'
import vercel from '@/vercel.json'

/** The pattern of a glob as vercel.json has them: `**`, `*` and `{a,b}`. */
const patternOf = (glob: string) =>
  new RegExp(
    `^${glob
      .replaceAll(/[.[\]()]/g, '\\$&')
      .replaceAll(/\{([^}]*)\}/g, (_, names: string) => `(?:${names.replaceAll(',', '|')})`)
      .replaceAll(/\*\*|\*/g, (stars) => (stars === '**' ? '.*' : '[^/]*'))}$`,
  )

/** The seconds that a function has for the request of a path: those of the first glob that matches its file. */
function limitOf(path: string): number | undefined {
  const file = `app${path.replaceAll(/\{(\w+)\}/g, '[$1]')}/route.ts`
  return Object.entries(vercel.functions).find(([glob]) => patternOf(glob).test(file))?.[1].maxDuration
}

test('Vercel calls one path, which runs every job: plans differ in how many they allow', () => {
  expect(vercel.crons.map(({ path }) => path)).toEqual(['/api/cron'])
  expect(jobs.map(({ path }) => path)).toContain('/api/cron')
})

test('jobs end before the function does in which they run, with time for their last batch', () => {
  const limits = endpoints.map(({ path }) => limitOf(path) ?? 0)
  expect(Math.min(...limits)).toBe(15)
  expect(runSeconds.request).toBeLessThan(Math.min(...limits) - 5)
  for (const { path } of jobs) expect(limitOf(path), path).toBe(300)
  expect(runSeconds.scheduler).toBeLessThan(300 - 30)
  const [now, until] = [Date.now(), runUntil('request')]
  expect(until - now).toBeGreaterThanOrEqual(8_000)
  expect(until - now).toBeLessThan(9_000)
})

test('lists that can be exported have time for it', () => {
  const exported = endpoints.filter((endpoint) => 'csv' in endpoint && endpoint.csv !== undefined)
  expect(exported.length).toBeGreaterThan(5)
  // The lines of an import are limited, those of other lists are not.
  for (const { path } of exported) expect(limitOf(path), path).toBe(path.includes('/import/') ? 120 : 299)
})
