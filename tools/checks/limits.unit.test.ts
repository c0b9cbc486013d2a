import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import config from '@/vitest.config'

/** The rows of the table of limits and slowest tests in docs/testing.md, in seconds. */
const rows = Array.from(
  readFileSync('docs/testing.md', 'utf8').matchAll(/^\| (\w+) \| (\d+) \| (\d+) \|$/gm),
  ([, project = '', limit = '', slowest = '']) => ({ project, limit: Number(limit), slowest: Number(slowest) }),
)

/** The time limit of each project in vitest.config.ts, in seconds. */
const limits = new Map(
  (config.test?.projects ?? []).flatMap((project) =>
    typeof project === 'object' && 'test' in project && project.test
      ? [[String(project.test.name), (project.test.testTimeout ?? 0) / 1_000] as const]
      : [],
  ),
)

test('the limit of each project is at least a minute, and ten times its slowest test', () => {
  expect(new Map(rows.map(({ project, limit }) => [project, limit]))).toEqual(limits)
  for (const { limit, slowest } of rows) expect(limit).toBeGreaterThanOrEqual(Math.max(60, 10 * slowest))
})

test('what runs before a test has at least a minute, too', () => {
  for (const project of config.test?.projects ?? [])
    if (typeof project === 'object' && 'test' in project)
      expect(project.test?.hookTimeout, String(project.test?.name)).toBeGreaterThanOrEqual(60_000)
})
