import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { z } from 'zod'
import { linkFolder } from './functions'
import { plainHandler } from './plain-handler'

const root = resolve(import.meta.dirname, '../..')

const version = '64.0.2'

/** The folder in which Vercel's builder is installed. The builder is not a dependency of the project. */
const tools = join(root, '.data/vercel')

/** The error when something that the test requires is not available on this machine. */
export class Unavailable extends Error {}

const own = () =>
  Object.fromEntries(Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined))

/** Installs Vercel's builder in a separate folder, unless it is already installed. Throws {@link Unavailable}. */
export async function installBuilder(): Promise<void> {
  const installed = join(tools, 'node_modules/vercel/package.json')
  if (existsSync(installed) && JSON.parse(readFileSync(installed, 'utf8')).version === version) return
  mkdirSync(tools, { recursive: true })
  // Some registries lack the version of `sandbox` that the builder names. It is not used here.
  const manifest = { private: true, dependencies: { vercel: version }, overrides: { sandbox: '4.5.0' } }
  writeFileSync(join(tools, 'package.json'), JSON.stringify(manifest))
  // With our environment, which may name a registry and a proxy.
  const { code, output } = await run(
    'npm',
    ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    tools,
    own(),
  )
  if (code === 0) return
  const reason = /^npm (?:error|ERR!) (?!code |syscall |errno )(.+)$/m.exec(output)?.[1]
  throw new Unavailable(`vercel@${version}, which builds the artifact, cannot be installed here: ${reason ?? code}`)
}

/**
 * Copies the project from the working tree to `target`, without ignored files, and links the npm packages. Throws
 * {@link Unavailable} without a git repository.
 */
export async function copyProject(target: string): Promise<void> {
  const { code, output } = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], root)
  if (code !== 0)
    throw new Unavailable(`There is no repository here that says which files are deployed: ${output.trim()}`)
  for (const file of output.split('\0').filter((name) => name && existsSync(join(root, name))))
    cpSync(join(root, file), join(target, file))
  linkFolder(join(root, 'node_modules'), join(target, 'node_modules'))
}

/** The paths of the handlers in the bare application, with which the shop is compared. */
export const bare = {
  nothing: '/api/nothing',
  plain: '/api/plain',
} as const

/**
 * Writes the bare application: a Next application with a handler that does nothing, and a plain handler that gives the
 * same response as the shop.
 */
export function writeBare(target: string): void {
  const { dependencies } = z
    .object({ dependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
  const packages = ['next', 'react', 'react-dom', '@neondatabase/serverless', 'drizzle-orm', 'pino', 'ws', 'zod']
  const own = Object.fromEntries(packages.map((name) => [name, dependencies[name]]))
  mkdirSync(target, { recursive: true })
  writeFileSync(join(target, 'package.json'), JSON.stringify({ private: true, dependencies: own }))
  const handlers = {
    nothing: `export const dynamic = 'force-dynamic'\nexport const GET = () => Response.json({})\n`,
    plain: plainHandler,
  }
  for (const name of ['nothing', 'plain'] as const) {
    const folder = join(target, `app${bare[name]}`)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'route.js'), handlers[name])
  }
  linkFolder(join(root, 'node_modules'), join(target, 'node_modules'))
}

/** Builds the project in `folder` in the same way as Vercel, with only the environment variables in `variables`. */
export async function buildArtifact(folder: string, variables: Record<string, string>): Promise<void> {
  // The packages are linked already.
  const settings = { framework: 'nextjs', nodeVersion: '22.x', installCommand: 'true' }
  mkdirSync(join(folder, '.vercel'), { recursive: true })
  writeFileSync(join(folder, '.vercel/project.json'), JSON.stringify({ projectId: 'prj_x', orgId: 'team_x', settings }))
  const quiet = { VERCEL_TELEMETRY_DISABLED: '1', NEXT_TELEMETRY_DISABLED: '1', CI: '1', XDG_DATA_HOME: tools }
  const command = [join(tools, 'node_modules/vercel/dist/vc.js'), 'build', '--yes', '--token', 'fake']
  const { code, output } = await run(process.execPath, command, folder, { ...quiet, ...variables })
  if (code !== 0) throw new Error(`vercel build failed (${code}):\n${output}`)
}

/**
 * Runs a command. Returns its exit code and its output. The command's environment has `variables`, and only PATH and
 * HOME of this process.
 */
export async function run(
  command: string,
  args: string[],
  cwd: string,
  variables: Record<string, string> = {},
): Promise<{ code: number; output: string }> {
  const { PATH = '', HOME = '' } = process.env
  const env = { PATH: [dirname(process.execPath), PATH].join(delimiter), HOME, ...variables }
  const child = spawn(command, args, {
    cwd,
    env: { ...env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const parts: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => parts.push(data.toString()))
  const [code] = await once(child, 'close').catch((error: unknown) => {
    parts.push(String(error))
    return [1]
  })
  return { code: Number(code ?? 1), output: parts.join('') }
}
