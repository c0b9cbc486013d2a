// `npm run lint:history`: refuses commits since the last release that have too many files to be read. Documents do not
// count. A commit that a script has made is allowed if its body says so. Exits with 69 without the history.

import { spawnSync } from 'node:child_process'
import { root } from './install.mjs'

const mostFiles = 60

/** The commit with which this rule began. */
const beginning = '07b09cf999bcd4145204919eeac6b0458a4f8e00'

function git(...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64e6 })
  return status === 0 ? stdout.trim() : undefined
}

const release = git('log', '-1', '--format=%H', '--extended-regexp', '--grep=^Release [0-9]', `${beginning}..HEAD`)
if (release === undefined) {
  console.log(`The history here does not reach back to ${beginning.slice(0, 8)}.`)
  process.exit(69)
}
const commits = git('rev-list', '--no-merges', `${release || beginning}..HEAD`)
  .split('\n')
  .filter(Boolean)
const tooLarge = commits.flatMap((commit) => {
  const [title, body = ''] = git('show', '--no-patch', '--format=%h %s%n%x00%b', commit).split('\0')
  const files = git('show', '--name-only', '--format=', commit, '--', ':/', ':!*.md', ':!docs')
    .split('\n')
    .filter(Boolean)
  return files.length > mostFiles && !/\bscript\b/i.test(body) ? [`${title.trim()} (${files.length} files)`] : []
})
for (const one of tooLarge) console.error(one)
console.log(`${commits.length} commits, ${tooLarge.length} of more than ${mostFiles} files`)
process.exit(tooLarge.length > 0 ? 1 : 0)
