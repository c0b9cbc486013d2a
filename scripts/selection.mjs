// Which steps of `npm run verify` a change can break. A step with `inputs` (steps.mjs) is left out if nothing that it
// reads has changed since the commit with which it last passed. `.ci/verified` records that commit for each step:
// a line with the name, the commit and the date, separated by tabs. `npm run release` writes it.

import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { root } from './install.mjs'

const file = resolve(root, '.ci/verified')

/** The number of commits after which a step runs even if its inputs have not changed. */
const mostCommits = 200

/** Returns the lines of the output of git; undefined if the command fails. */
function git(...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64e6 })
  return status === 0 ? stdout.split('\n').filter(Boolean) : undefined
}

/** Returns the commit and the date of the last recorded run of each step, by the name of the step. */
export function records() {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
  return new Map(lines.filter(Boolean).map((line) => [line.split('\t')[0], line.split('\t').slice(1)]))
}

const tested = resolve(root, '.data/tested')

/** Returns the last commit with which all of `npm test` has passed in this folder; undefined if there is none. */
export function testedCommit() {
  const commit = existsSync(tested) ? readFileSync(tested, 'utf8').trim() : ''
  return commit && ageOf(commit) !== undefined ? commit : undefined
}

export const recordTested = (commit) => writeFileSync(tested, `${commit}\n`)

/** Returns the commit of the working tree; undefined if there are changes that are not committed, or no repository. */
export function cleanCommit() {
  const changed = git('status', '--porcelain', '--', ':/', ':!.ci/verified')
  return changed?.length === 0 ? git('rev-parse', 'HEAD')?.[0] : undefined
}

/** Records that these steps have passed with this commit. */
export function record(names, commit) {
  const all = records()
  for (const name of names) all.set(name, [commit, new Date().toISOString().slice(0, 10)])
  const lines = [...all].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, fields]) => [name, ...fields].join('\t'))
  writeFileSync(file, `${lines.join('\n')}\n`)
}

/** Returns the tracked files that match `inputs` and that differ from a commit. */
const changedFiles = (commit, inputs) => git('diff', '--name-only', commit, '--', ...inputs) ?? []

const untrackedFiles = (inputs) => git('ls-files', '--others', '--exclude-standard', '--', ...inputs) ?? []

const ages = new Map()

/** Returns the number of commits since this one; undefined if it is not in the history of the working tree. */
function ageOf(commit) {
  if (!ages.has(commit)) {
    const isKnown = git('merge-base', '--is-ancestor', commit, 'HEAD')
    ages.set(commit, isKnown && Number(git('rev-list', '--count', `${commit}..HEAD`)?.[0]))
  }
  return ages.get(commit)
}

/** Returns the reason why a step must run, as text; undefined if nothing has changed that the step reads. */
function reasonToRun({ name, inputs }) {
  if (!inputs) return 'always'
  const [commit] = records().get(name) ?? []
  if (!commit) return 'no record'
  const age = ageOf(commit)
  if (age === undefined) return `${commit.slice(0, 8)} is not in the history here`
  if (age > mostCommits) return `recorded ${age} commits ago`
  const [changed] = [...changedFiles(commit, inputs), ...untrackedFiles(inputs)]
  return changed
}

/**
 * Returns the steps that must run, `due`, and the others with the record of their last run. A step that a due step
 * needs is due.
 */
export function selectSteps(steps, reasonOf = reasonToRun) {
  const reasons = new Map(steps.map((step) => [step.name, step.onlyIfNeeded ? undefined : reasonOf(step)]))
  for (const { name, needs = [] } of steps.toReversed())
    if (reasons.get(name)) for (const one of needs) if (!reasons.get(one)) reasons.set(one, `needed by ${name}`)
  const isDue = ({ name }) => reasons.get(name) !== undefined
  return { due: steps.filter(isDue), unchanged: steps.filter((step) => !isDue(step)), reasons }
}
