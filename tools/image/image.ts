/**
 * `npm run image`: carries out the steps of the Dockerfile in folders, without Docker, and tests the resulting image:
 *
 * - checks the size and the contents
 * - runs the migration and creates the first administrator
 * - starts a shop on PostgreSQL, with only the environment variables of the test, as an account that may write only
 *   to the volume
 *
 * Needs root and a git repository; exits with 69 without them.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { validate } from 'dockerfile-utils'
import { z } from 'zod'
import { createDatabase, startPostgres } from '@/db/testing/postgres'
import { formWith, picture } from '@/lib/server/testing/pictures'
import { freePort } from '@/lib/server/testing/server'
import { version } from '@/package.json'
import { endAll, isEnding, onEnd } from '@/tools/bench/cleanup'
import { copyBuildCache } from '@/tools/build-cache'
import { projectFiles } from '@/tools/project-files'
import { layOut, type Stage } from './dockerfile'

const mostBytes = 300e6

/** Matches the names of npm packages that compile or bundle code, which the image must not contain. */
const compilers = /^(?:typescript|esbuild|tsx|webpack|lightningcss|@next\/swc|@swc\/core|@esbuild|@rspack|@tailwindcss)/

const commit = 'c0ffee0c0ffee0c0ffee0c0ffee0c0ffee0c0ffe'
const secret = 'a long secret for the shop of the image'

/**
 * Returns the files of the build context: the files of the working tree, without the files that `.dockerignore` names.
 * undefined: there is no git repository.
 */
function contextFiles(): string[] | undefined {
  const ignored = readFileSync('.dockerignore', 'utf8')
    .split('\n')
    .filter((line) => /^[\w.]/.test(line))
  return projectFiles()?.filter((name) => !ignored.some((one) => name === one || name.startsWith(`${one}/`)))
}

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())

/**
 * Returns sentences about faults of the image's contents, such as a size above the limit or a package that only
 * development needs.
 */
function faultsOfContents({ folder, workdir }: Stage): string[] {
  const shop = join(folder, workdir)
  const bytes = filesIn(shop).reduce((sum, { parentPath, name }) => sum + lstatSync(join(parentPath, name)).size, 0)
  console.log(`  ${(bytes / 1e6).toFixed(0)} MB, ${filesIn(shop).length} files`)
  const lock = z
    .object({ packages: z.record(z.string(), z.looseObject({ dev: z.boolean().optional() })) })
    .parse(JSON.parse(readFileSync('package-lock.json', 'utf8')))
  const packages = filesIn(join(shop, 'node_modules'))
    .filter(({ name }) => name === 'package.json')
    .map(({ parentPath }) => parentPath.slice(shop.length + 1))
    .filter((path) => path in lock.packages)
  return [
    ...(bytes > mostBytes ? [`The image has ${bytes} bytes, more than ${mostBytes}.`] : []),
    ...(packages.length < 30 ? [`Only ${packages.length} packages were found.`] : []),
    ...packages
      .filter((path) => lock.packages[path]?.dev || compilers.test(path.slice('node_modules/'.length)))
      .map((path) => `${path} is in the image.`),
  ]
}

/** Returns the ids of the account that the image's commands run as; root if the image names none. */
const accountOf = ({ user = 0 }: Stage) => ({ uid: user, gid: user })

function runIn(stage: Stage, command: string[], env: Record<string, string>): { code: number; output: string } {
  const [program = '', ...args] = command
  const ran = spawnSync(program === 'node' ? process.execPath : program, args, {
    ...accountOf(stage),
    cwd: join(stage.folder, stage.workdir),
    env: { NODE_ENV: 'production', ...stage.env, ...env },
    encoding: 'utf8',
  })
  return { code: ran.status ?? 1, output: `${ran.stdout}${ran.stderr}` }
}

/**
 * Starts the command of the image and waits until `/api/ready` succeeds. Returns the process, and a function that
 * returns the output.
 */
async function start(stage: Stage, env: Record<string, string>) {
  const [program = '', ...args] = stage.command
  const child = spawn(program === 'node' ? process.execPath : program, args, {
    ...accountOf(stage),
    cwd: join(stage.folder, stage.workdir),
    env: { NODE_ENV: 'production', ...stage.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const written: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => written.push(part.toString()))
  onEnd(async () => void child.kill('SIGKILL'))
  await untilReady(child, env.PORT ?? '').catch((error: unknown) => {
    throw new Error(`${String(error)}\n${written.join('')}`)
  })
  return { child, output: () => written.join('') }
}

async function untilReady(child: ChildProcess, port: string): Promise<void> {
  for (const began = performance.now(); performance.now() - began < 60_000; await wait(10)) {
    if (child.exitCode !== null) throw new Error(`The server ended (${child.exitCode}).`)
    const answer = await fetch(`http://127.0.0.1:${port}/api/ready`).catch(() => undefined)
    if (answer?.ok) return
  }
  throw new Error('The server is not ready after a minute.')
}

async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
  return child.exitCode
}

const Token = z.object({ token: z.string() })

/**
 * Sends requests to the running container, for pages, scripts and icons, and requests that use the worker threads for
 * passwords, pictures and spreadsheets. Each request fails if the image lacks a file for it. Returns a message for each
 * failed request.
 */
async function use(origin: string, boss: string): Promise<string[]> {
  const faults: string[] = []
  const ask = async (expected: number, path: string, token = '', init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    if (token) headers.set('authorization', `Bearer ${token}`)
    const answer = await fetch(origin + path, { redirect: 'manual', ...init, headers })
    const text = await answer.text()
    if (answer.status !== expected) faults.push(`${path} was answered ${answer.status}: ${text.slice(0, 300)}`)
    return text
  }
  const json = (method: string, body: object) => ({
    method,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
  const health = await ask(200, '/api/health')
  if (health !== JSON.stringify({ status: 'ok', version, commit })) faults.push(`/api/health answers ${health}`)
  const pages = await Promise.all(['/', '/admin/login', '/docs', '/docs/v1/order'].map((path) => ask(200, path)))
  const script = /\/_next\/static\/[^"]+\.js/.exec(pages[0] ?? '')?.[0]
  await ask(200, script ?? '/no-script')
  await ask(200, '/icon.svg')

  const account = { account: 'xiaoming', secret: 'a good long secret' }
  const registered = await ask(201, '/v1/user', '', json('POST', { type: 100, ...account }))
  const customer = Token.safeParse(JSON.parse(registered)).data?.token ?? ''
  await ask(400, '/v1/user', '', json('POST', { type: 100, account: 'xiaohong', secret: 'password1' }))
  const body = formWith(Uint8Array.from(await picture({ width: 300 })))
  await ask(201, '/v1/file', customer, { method: 'POST', body })

  const signedIn = await ask(200, '/v1/token', '', json('POST', { type: 100, account: 'boss', secret: boss }))
  const first = Token.safeParse(JSON.parse(signedIn)).data?.token ?? ''
  await ask(204, '/v1/user/password', first, json('PUT', { old_secret: boss, new_secret: 'another good long secret' }))
  const again = json('POST', { type: 100, account: 'boss', secret: 'another good long secret' })
  const staff = Token.safeParse(JSON.parse(await ask(200, '/v1/token', '', again))).data?.token ?? ''
  const sheet = new FormData()
  sheet.set('file', new File(['name,price\nTea,12.50\n'], 'products.csv', { type: 'text/csv' }))
  await ask(201, '/cms/product/import', staff, { method: 'POST', body: sheet })
  return faults
}

async function main(): Promise<string[]> {
  const context = contextFiles()
  if (!context || process.getuid?.() !== 0) {
    console.log('The image is tried as root, who can act as the account of the image, in a repository of git.')
    process.exitCode = 69
    return []
  }
  const faults = validate(readFileSync('Dockerfile', 'utf8')).map(({ message }) => `Dockerfile: ${message}`)
  const folder = mkdtempSync(join(tmpdir(), 'mini-shop-image-'))
  onEnd(async () => rmSync(folder, { recursive: true, force: true }))
  chmodSync(folder, 0o755)
  const home = join(folder, 'home')
  mkdirSync(home)
  const PATH = `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`
  console.log('The steps of the Dockerfile …')
  copyBuildCache(join(folder, 'build/build'))
  const stage = layOut('Dockerfile', {
    folder,
    env: { PATH, HOME: home },
    arguments: { BUILD_COMMIT: commit },
    context,
  })
  faults.push(...faultsOfContents(stage))

  const writable = runIn(stage, ['find', '.', '-writable', '-not', '-type', 'l'], { PATH }).output.trim().split('\n')
  const data = stage.volumes.map((volume) => `.${volume.slice(join(stage.folder, stage.workdir).length)}`)
  if (writable.join() !== data.join()) faults.push(`The account of the image can write to ${writable.join()}`)

  const postgres = await startPostgres()
  onEnd(postgres.stop)
  const emptyHome = join(folder, 'empty')
  mkdirSync(emptyHome)
  chownSync(emptyHome, stage.user ?? 0, stage.user ?? 0)
  const env = {
    PATH,
    HOME: emptyHome,
    LOG_LEVEL: 'warn',
    TRUST_PROXY: '1',
    BASE_URL: 'https://shop.example.com',
    NEXTAUTH_SECRET: secret,
    CRON_SECRET: secret,
    DATABASE_URL: await createDatabase(postgres.url, 'image'),
  }
  const migrated = runIn(stage, ['node', '.server/migrate.js'], env)
  if (migrated.code !== 0) faults.push(`The migration failed: ${migrated.output}`)
  const made = runIn(stage, ['node', '.server/admin-create.js', 'boss'], env)
  const boss = /shown this once: (\S+)/.exec(made.output)?.[1]
  if (!boss) return [...faults, `The administrator was not created: ${made.output}`]

  const PORT = String(await freePort())
  const { child, output } = await start(stage, { ...env, PORT })
  faults.push(...(await use(`http://127.0.0.1:${PORT}`, boss)))
  const healthy = runIn(stage, stage.healthcheck, { ...env, PORT })
  if (healthy.code !== 0) faults.push(`The health check fails: ${healthy.output}`)
  const code = await stop(child, 'SIGTERM')
  if (code !== 0) faults.push(`The shop ended with ${code} after SIGTERM.`)
  if (runIn(stage, stage.healthcheck, { ...env, PORT }).code === 0)
    faults.push('The health check succeeds without a shop.')
  if (/"level":(?:50|60)|Cannot find/.test(output())) faults.push(`The shop wrote: ${output().slice(0, 2_000)}`)
  return faults
}

try {
  const faults = await main()
  for (const fault of faults) console.log(`\n✗ ${fault}`)
  if (process.exitCode === undefined) console.log(`\n${faults.length} faults`)
  if (faults.length > 0) process.exitCode = 1
} catch (error) {
  if (!isEnding()) console.error(error)
  process.exitCode = 1
}
await endAll()
process.exit()
