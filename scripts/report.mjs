// Prints the files whose tests take the longest, from the reports of Vitest and Playwright.

import { relative } from 'node:path'
import { read, root } from './install.mjs'
import { browserReport, vitestReport } from './steps.mjs'

/** The number of files that are printed for each kind of test. */
const most = 20

/** Returns the duration of the tests of each file in a report of Vitest, in milliseconds. */
function timesOfVitest(text) {
  const { testResults = [] } = JSON.parse(text || '{}')
  return testResults.map(({ name, assertionResults }) => [
    relative(root, name),
    assertionResults.reduce((sum, { duration }) => sum + (duration ?? 0), 0),
  ])
}

/** Returns the duration of the tests of each file in a report of Playwright, in milliseconds. */
function timesOfBrowser(text) {
  const durations = ({ specs = [], suites = [] }) =>
    specs.reduce(
      (sum, { tests }) =>
        sum + tests.flatMap(({ results }) => results).reduce((all, { duration }) => all + duration, 0),
      0,
    ) + suites.reduce((sum, suite) => sum + durations(suite), 0)
  const { suites = [] } = JSON.parse(text || '{}')
  return suites.map((suite) => [`e2e/${suite.file}`, durations(suite)])
}

/** Prints the slowest files of each of these steps that runs tests. */
export function printSlowest(steps) {
  for (const { name, command } of steps) {
    const times = command.startsWith('playwright')
      ? timesOfBrowser(read(browserReport))
      : command.startsWith('vitest')
        ? timesOfVitest(read(vitestReport(name)))
        : []
    const slowest = times.toSorted(([, a], [, b]) => b - a).slice(0, most)
    if (slowest.length > 0) console.log(`\nThe slowest files of ${name}:`)
    for (const [file, milliseconds] of slowest)
      console.log(`${(milliseconds / 1_000).toFixed(1).padStart(7)} s  ${file}`)
  }
}
