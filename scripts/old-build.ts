// `npm run old-build`: builds the commit before the latest migration and runs it on the present schema, as happens for
// a while during every deployment. A customer's purchase and the README's tour, both of that commit, must pass. Exits
// with 69 if that commit or its packages are not available.

import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase, startPostgres } from '@/db/testing/postgres'
import { freePort } from '@/lib/server/testing/server'
import { copyBuildCache } from '@/tools/build-cache'
import { linkFolder } from '@/tools/deployment/functions'
import { command } from './command'

const now = process.cwd()

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()

/** The error when the build of the earlier commit cannot be made on this machine. */
class NoBuildBefore extends Error {}

function commitBefore(): string {
  let before: string | undefined
  try {
    // In a shallow clone, the oldest commit seems to have added every file and has no parent.
    const latest = git('log', '-1', '--format=%H', '--', 'db/migrations')
    before = git('rev-list', '--parents', '--max-count=1', latest).split(' ')[1]
  } catch {
    throw new NoBuildBefore('There is no repository here, so no commit before the latest migration.')
  }
  if (before) return before
  throw new NoBuildBefore('There is no commit before the latest migration here: fetch the whole history.')
}

/**
 * Installs the packages of the earlier commit in `folder`. If `package-lock.json` has not changed since this commit,
 * links the packages of this project instead, which is fast and needs no network. Throws {@link NoBuildBefore} if
 * packages cannot be downloaded.
 */
async function install(folder: string): Promise<void> {
  const lock = 'package-lock.json'
  if (readFileSync(join(folder, lock), 'utf8') === readFileSync(join(now, lock), 'utf8'))
    return linkFolder(join(now, 'node_modules'), join(folder, 'node_modules'))
  try {
    await run('npm', ['ci', '--no-audit', '--no-fund', '--prefer-offline'], { cwd: folder, env: {} })
  } catch (error) {
    if (!/\b(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT)\b/.test(String(error))) throw error
    throw new NoBuildBefore(
      'The packages of the commit before the latest migration cannot be installed without a network.',
    )
  }
}

/** Runs a command and waits for its end. Throws with the end of the output if the command fails. */
async function run(name: string, args: string[], { cwd, env, input }: { cwd: string; env: object; input?: string }) {
  const child = spawn(name, args, { cwd, env: { ...process.env, ...env }, stdio: 'pipe' })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => {
      text += part.toString()
    })
  child.stdin.end(input)
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${name} ${args.join(' ')} failed (${code}):\n${text.slice(-4_000)}`)
}

/** Returns the curl commands of the README's tour as a script that ends at the first unsuccessful response. */
function tourOf(folder: string, origin: string): string {
  const readme = readFileSync(join(folder, 'README.md'), 'utf8')
  const [, tour] = /## A tour with curl\n\n```sh\n([\s\S]*?)```/.exec(readme) ?? []
  if (!tour) throw new Error('The README has no tour with curl.')
  return `set -eo pipefail\ncurl() { command curl --fail-with-body "$@"; }\n${tour.replace('http://localhost:3000', origin)}`
}

async function oldBuild(): Promise<string> {
  const commit = commitBefore()
  const folder = mkdtempSync(join(tmpdir(), 'mini-shop-before-'))
  const postgres = await startPostgres()
  let server: ReturnType<typeof spawn> | undefined
  try {
    execFileSync('git', ['worktree', 'add', '--detach', folder, commit], { stdio: 'ignore' })
    const port = await freePort()
    const origin = `http://localhost:${port}`
    const env = {
      DATABASE_URL: await createDatabase(postgres.url, 'old_build'),
      PORT: String(port),
      BASE_URL: origin,
      SANDBOX: '1',
    }
    await install(folder)
    copyBuildCache(folder)
    await run('npm', ['run', 'build'], { cwd: folder, env: {} })
    await run('npm', ['run', 'db:migrate'], { cwd: now, env })
    await run('npm', ['run', 'db:seed'], { cwd: now, env })
    server = spawn('node', ['scripts/start.cjs'], { cwd: folder, env: { ...process.env, ...env }, stdio: 'ignore' })
    for (let attempt = 0; attempt < 600; attempt++) {
      if ((await fetch(`${origin}/api/ready`).catch(() => undefined))?.ok) break
      if (server.exitCode !== null) throw new Error('The build before does not start on the schema of now.')
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    await run('node', ['scripts/journey.mjs'], { cwd: folder, env })
    await run('bash', [], { cwd: folder, env, input: tourOf(folder, origin) })
    return `The build of ${commit.slice(0, 8)} serves the schema of now.`
  } finally {
    server?.kill('SIGKILL')
    await postgres.stop()
    execFileSync('git', ['worktree', 'remove', '--force', folder], { stdio: 'ignore' })
    rmSync(folder, { recursive: true, force: true })
  }
}

await command(() =>
  oldBuild().catch((error: unknown) => {
    if (!(error instanceof NoBuildBefore)) throw error
    process.exitCode = 69
    return error.message
  }),
)
