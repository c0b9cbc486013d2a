import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { z } from 'zod'
import { linkFolder } from './functions'

const root = resolve(import.meta.dirname, '..')

const version = '64.0.2'

/** Where the platform's builder is installed: it is no dependency of the project. */
const tools = join(root, '.data/vercel')

/** The platform's builder cannot be had on this machine. */
export class NoBuilder extends Error {}

const own = () =>
  Object.fromEntries(Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined))

/** Installs the platform's builder in a folder of its own, once. Throws {@link NoBuilder}. */
export async function installBuilder(): Promise<void> {
  const installed = join(tools, 'node_modules/vercel/package.json')
  if (existsSync(installed) && JSON.parse(readFileSync(installed, 'utf8')).version === version) return
  mkdirSync(tools, { recursive: true })
  // Not every registry has the version of `sandbox` that it names; nothing here uses it.
  const manifest = { private: true, dependencies: { vercel: version }, overrides: { sandbox: '4.5.0' } }
  writeFileSync(join(tools, 'package.json'), JSON.stringify(manifest))
  // The environment may say which registry, and how it is reached.
  const { code, output } = await run(
    'npm',
    ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    tools,
    own(),
  )
  if (code === 0) return
  const reason = /^npm (?:error|ERR!) (?!code |syscall |errno )(.+)$/m.exec(output)?.[1]
  throw new NoBuilder(`vercel@${version}, which builds the artifact, cannot be installed here: ${reason ?? code}`)
}

/** Copies the project as it is in the working tree, without what git ignores; its packages are linked. */
export async function copyProject(target: string): Promise<void> {
  const { code, output } = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], root)
  if (code !== 0) throw new Error(`The files of the project are those of git:\n${output}`)
  for (const file of output.split('\0').filter((name) => name && existsSync(join(root, name))))
    cpSync(join(root, file), join(target, file))
  linkFolder(join(root, 'node_modules'), join(target, 'node_modules'))
}

/** The path of the only handler of the application that does nothing. */
export const emptyPath = '/api/nothing'

/** Writes a Next application with one handler that does nothing, of the versions of ours: what every function has to load. */
export function writeEmpty(target: string): void {
  const { dependencies } = z
    .object({ dependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
  const own = Object.fromEntries(['next', 'react', 'react-dom'].map((name) => [name, dependencies[name]]))
  const folder = join(target, `app${emptyPath}`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(target, 'package.json'), JSON.stringify({ private: true, dependencies: own }))
  const handler = `export const dynamic = 'force-dynamic'\nexport const GET = () => Response.json({})\n`
  writeFileSync(join(folder, 'route.js'), handler)
  linkFolder(join(root, 'node_modules'), join(target, 'node_modules'))
}

/** Builds the project in `folder` as the platform does, with these variables and no others. */
export async function buildArtifact(folder: string, variables: Record<string, string>): Promise<void> {
  // Its packages are there already.
  const settings = { framework: 'nextjs', nodeVersion: '22.x', installCommand: 'true' }
  mkdirSync(join(folder, '.vercel'), { recursive: true })
  writeFileSync(join(folder, '.vercel/project.json'), JSON.stringify({ projectId: 'prj_x', orgId: 'team_x', settings }))
  const quiet = { VERCEL_TELEMETRY_DISABLED: '1', NEXT_TELEMETRY_DISABLED: '1', CI: '1', XDG_DATA_HOME: tools }
  const command = [join(tools, 'node_modules/vercel/dist/vc.js'), 'build', '--yes', '--token', 'fake']
  const { code, output } = await run(process.execPath, command, folder, { ...quiet, ...variables })
  if (code !== 0) throw new Error(`vercel build failed (${code}):\n${output}`)
}

/** Runs a command; returns its exit code and all it wrote. Of this environment it has what it takes to find things. */
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
