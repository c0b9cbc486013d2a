import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { z } from 'zod'
import { type DeployedFunction, layOut } from './functions'
import { nameOf, SiteConfig } from './routes'

const Prerender = z.object({
  initialStatus: z.number().default(200),
  initialHeaders: z.record(z.string(), z.string()).default({}),
  fallback: z.object({ fsPath: z.string() }).nullish(),
})

/** A static file of the artifact, with the status and the headers of its response. */
interface StaticFile {
  path: string
  status: number
  headers: Record<string, string>
}

/** An artifact that can be served: its routes, files and functions. */
export interface Artifact {
  routes: z.output<typeof SiteConfig>['routes']
  functions: DeployedFunction[]
  /** The functions of the artifact by name ({@link nameOf}). `fileOf` has the static files by name. */
  functionOf: ReadonlyMap<string, DeployedFunction>
  fileOf: ReadonlyMap<string, StaticFile>
  /** The paths that the scheduler requests. */
  crons: string[]
  certificate: { key: string; cert: string }
  /** The path of the file with the TLS certificate. */
  certificateFile: string
}

/** Reads the output of `vercel build`, and puts its functions into folders below `folder`. */
export function readArtifact(project: string, folder: string): Artifact {
  const output = join(project, '.vercel/output')
  const config = SiteConfig.parse(JSON.parse(readFileSync(join(output, 'config.json'), 'utf8')))
  const functions = layOut(output, project, join(folder, 'functions'))
  const functionOf = new Map(functions.flatMap((one) => one.routes.map((route) => [route, one])))
  const fileOf = new Map<string, StaticFile>()
  const root = join(output, 'static')
  for (const path of filesOf(root)) {
    const { path: name = path, contentType = typeOf(path) } = config.overrides?.[path] ?? {}
    const headers: Record<string, string> = contentType ? { 'content-type': contentType } : {}
    fileOf.set(name, { path: join(root, path), status: 200, headers })
  }
  const functionFolder = join(output, 'functions')
  for (const path of filesOf(functionFolder)) {
    const name = /^(.*)\.prerender-config\.json$/.exec(path)?.[1]
    if (name === undefined) continue
    const { fallback, initialStatus, initialHeaders } = Prerender.parse(
      JSON.parse(readFileSync(join(functionFolder, path), 'utf8')),
    )
    if (fallback)
      fileOf.set(name, {
        path: join(functionFolder, path, '..', fallback.fsPath),
        status: initialStatus,
        headers: initialHeaders,
      })
  }
  return {
    routes: config.routes,
    functions,
    functionOf,
    fileOf,
    crons: config.crons?.map(({ path }) => path) ?? [],
    certificate: certificateIn(folder),
    certificateFile: certificateFileIn(folder),
  }
}

/** Whether the artifact has a file or function at this path. */
export const hasPath = ({ functionOf, fileOf }: Artifact, path: string): boolean => {
  const name = nameOf(path)
  return functionOf.has(name) || fileOf.has(name)
}

const certificateFileIn = (folder: string) => join(folder, 'certificate.pem')

/** Returns a private key and its self-signed TLS certificate for this machine. */
function certificateIn(folder: string) {
  const files = { key: join(folder, 'key.pem'), cert: certificateFileIn(folder) }
  const command = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost`
  const names = ['-addext', 'subjectAltName=DNS:localhost,DNS:*.localhost']
  try {
    execFileSync('openssl', [...command.split(' '), ...names, '-keyout', files.key, '-out', files.cert], {
      stdio: 'pipe',
    })
  } catch (error) {
    throw new Error(`openssl, which makes the certificate of the artifact, is missing or failed: ${String(error)}`)
  }
  return { key: readFileSync(files.key, 'utf8'), cert: readFileSync(files.cert, 'utf8') }
}

/** Returns the files below a folder by their relative paths, without the files of functions. */
function filesOf(root: string): string[] {
  const below = (folder: string): string[] =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name)
      if (entry.name.endsWith('.func')) return []
      return statSync(path).isDirectory() ? below(path) : [relative(root, path)]
    })
  return existsSync(root) ? below(root) : []
}

const types: Record<string, string> = {
  js: 'application/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  json: 'application/json; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
}

const typeOf = (path: string) => types[/\.(\w+)$/.exec(path)?.[1] ?? '']
