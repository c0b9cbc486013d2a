import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { commandOfGuide } from '@/tools/operator/guide'

const read = (file: string) => readFileSync(file, 'utf8')

/** Programs that run commands: how the command begins, the program, and the text of the program that does so. */
const runs: [begin: string, file: string, by: string][] = [
  ['B=http://localhost:3000;', 'tools/deployment/play.ts', '(B=http:\\/\\/localhost:3000;'],
  ['git clone <this repository> && cd mini-shop', 'scripts/first-hour.mjs', "read('CONTRIBUTING.md')"],
  ['npm ci && npm run lint && npx vitest', 'scripts/first-hour.mjs', "read('CONTRIBUTING.md')"],
  ["curl '$", 'scripts/journey.mjs', "platform({ action: 'login_code'"],
  ['npm run demo', 'lib/server/testing/demo.crash.test.ts', "run('scripts/demo.mjs'"],
  ['npm run journey', 'lib/server/testing/demo.crash.test.ts', "run('scripts/journey.mjs'"],
  ['npm test', '.github/workflows/ci.yml', '- run: npm test'],
  ['npm ci', '.github/workflows/ci.yml', '- run: npm ci'],
  ['npm run release', '.github/workflows/ci.yml', '- run: npm run release'],
  ['npm start', 'lib/server/testing/server.ts', "'scripts/start.cjs'"],
  ['npm run runtime', 'Dockerfile', 'npm run runtime -- runtime'],
  ['npm run db:generate', 'scripts/first-hour.mjs', 'npm run db:generate -- --name'],
  ['npm run db:migrate', 'lib/server/commands.test.ts', "'npm run db:migrate'"],
  ['npm run admin:create', 'lib/server/commands.test.ts', "'npm run admin:create -- boss'"],
  ['npm run restore:rehearse', 'lib/server/commands.test.ts', "script('restore:rehearse')"],
  ['npm run db:seed', 'scripts/old-build.ts', "['run', 'db:seed']"],
  ['node .server/migrate.js', 'tools/image/image.ts', "['node', '.server/migrate.js']"],
  ['curl https://<', 'tools/operator/operator.ts', "ask('GET', '/api/ready')"],
  ['shopctl build', 'tools/operator/operator.ts', 'refusedWith(`shopctl build'],
  ['pg_dump "$DATABASE_URL_UNPOOLED"', 'lib/server/commands.test.ts', 'pg_dump --format=custom'],
]

/** Commands that nothing runs: how they begin, by the reason. */
const notRun = {
  'It needs a machine of its own, with packages, accounts, logs and a domain.':
    'apt-get | useradd | certbot | journalctl',
  'It is advised against.': 'git pull',
  'It needs a repository elsewhere.': 'git fetch --unshallow',
  'It only prints something.': 'node --version | git tag',
  'Docker is not available to the checks. tools/image acts out the Dockerfile.':
    'git clone <this repository> shop | git checkout | mkdir -p -m 700 | git fetch --tags | sed -i "s/^SHOP_VERSION | docker tag | ' +
    'docker compose stop | docker compose up | docker compose logs | docker image ls | docker image rm',
  'It is a part of npm test and npm run release.': 'npx vitest run --project unit | npm run check | npm run verify',
  'It writes what a check compares.': 'npm run format | npm run routes | node scripts/complete-lock.mjs',
  'Its result is for people.': 'npm run dev | npm run flaky | npm run screenshots | npm run bench',
  'It only calls a function that has tests.': 'npm run files:uses',
}
const notRunBegins = Object.values(notRun).flatMap((begins) => begins.split(' | '))

const documents = ['README.md', 'CONTRIBUTING.md', 'docs/commands.md', 'docs/testing.md', 'docs/deploying.md']
/** Their blocks are those of the documents above: documents.unit.test.ts. */
const translations = ['README.zh-CN.md', 'docs/deploying.zh-CN.md']

const blocksIn = (file: string) =>
  Array.from(read(file).matchAll(/^```sh\n([\s\S]*?)^```/gm), ([, block = '']) => block)
/** Returns the commands within the text of a document, without variables. */
const commandsIn = (file: string) => {
  const text = read(file).replaceAll(/^```[\s\S]*?^```/gm, '')
  const spans = text.matchAll(/`(?:\w+=\S+ )*((?:npm|node|docker|shopctl|git|curl|openssl|journalctl|pg_dump) [^`]+)`/g)
  return Array.from(spans, ([, span = '']) => span.split(' && ')).flat()
}
const ofGuideInApp = read('app/(site)/docs/guide/page.tsx').match(/(?<=`)curl [^`]+/g) ?? []
const blocks = documents.flatMap(blocksIn)
const commands = [...blocks, ...[...documents, ...translations].flatMap(commandsIn), ...ofGuideInApp]

const operator = read('tools/operator/operator.ts') + read('tools/operator/machine.ts')
/** The blocks of docs/deploying.md that the operator runs. It runs others of the last release's own guide. */
const acted = Array.from(operator.matchAll(/\bact\(\s*'([^']+)'(?!, \{ guide)/g), ([, text = '']) =>
  commandOfGuide(text),
)
/** The commands that the operator takes out of the blocks that it runs. */
const takenOut = /\/\^\(\?:([\w |-]+)\) \?/.exec(operator)?.[1]?.split('|') ?? []

const Scripts = z.object({ scripts: z.record(z.string(), z.string()) })
const { scripts } = Scripts.parse(JSON.parse(read('package.json')))
interface Step {
  command: string | ((names: string[]) => string)
}
const { stepsOf }: { stepsOf(ring: string): Step[] } = await import(join(process.cwd(), 'scripts/steps.mjs'))
const ofSteps = stepsOf('release').map(({ command }) => (typeof command === 'string' ? command : command([])))

const isRunByStep = (name: string) =>
  ofSteps.some(
    (step) =>
      step.replace(' --silent', '').split(' -- ')[0] === `npm run ${name}` || step.startsWith(scripts[name] ?? '\n'),
  )

const isRun = (command: string) =>
  acted.some((block) => block.includes(command)) ||
  operator.includes(`'${command}'`) ||
  isRunByStep(/^npm run ([\w:-]+)/.exec(command)?.[1] ?? '') ||
  runs.some(([begin]) => command.startsWith(begin))

const open = [...commands.filter((command) => !isRun(command)), ...takenOut]

test('every command of the documents is run, or is on the list of those that are not', () => {
  const unknown = open.filter((command) => !notRunBegins.some((begin) => command.startsWith(begin)))
  const help = 'Run it by a test and add it to `runs`, or by act() of tools/operator, or add it to `notRun`.'
  expect(unknown, help).toEqual([])
})

test('the lists name commands of the documents, each once, and programs that run them', () => {
  expect(notRunBegins.filter((begin) => !open.some((command) => command.startsWith(begin)))).toEqual([])
  const begins = runs.map(([begin]) => begin)
  expect(begins.filter((begin) => !commands.some((command) => command.startsWith(begin)))).toEqual([])
  const several = (begin: string) => blocks.filter((block) => block.startsWith(begin)).length > 1
  expect([...begins, ...notRunBegins].filter(several), 'Two blocks begin like this.').toEqual([])
  expect(runs.filter(([, file, by]) => !read(file).includes(by))).toEqual([])
})
