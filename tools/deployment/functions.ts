import {
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { z } from 'zod'

const configName = '.vc-config.json'

const FunctionConfig = z.object({
  handler: z.string(),
  maxDuration: z.number().optional(),
  /** Whether the function takes a `Request` of the web API, like the middleware. */
  useWebApi: z.boolean().default(false),
  filePathMap: z.record(z.string(), z.string()).default({}),
})

/** A function of the artifact, in a folder with exactly the files with which it is deployed. */
export interface DeployedFunction {
  /** The routes of the function, such as `v1/product/[id]`. The first route is the name of the function. */
  routes: string[]
  folder: string
  handler: string
  useWebApi: boolean
  maxDuration: number | undefined
  /** The size of all files of the function, unpacked. */
  bytes: number
  /** The paths of the function's files, relative to `folder`. */
  files: string[]
}

/**
 * Puts every function of a build output in a separate folder below `target`, by hard links. As on Vercel, the folder of
 * a function contains only the files that the builder has traced for this function. `project`: the folder that was
 * built.
 */
export function layOut(output: string, project: string, target: string): DeployedFunction[] {
  const root = join(output, 'functions')
  const byFolder = new Map<string, string[]>()
  for (const path of foldersOf(root)) {
    const real = realpathSync(path)
    byFolder.set(real, [...(byFolder.get(real) ?? []), relative(root, path).replace(/\.func$/, '')])
  }
  return [...byFolder].map(([source, routes], at) => {
    const config = FunctionConfig.parse(JSON.parse(readFileSync(join(source, configName), 'utf8')))
    const folder = join(target, String(at))
    const files = new Map([
      ...Object.entries(config.filePathMap).map(([path, from]): [string, string] => [path, resolve(project, from)]),
      ...filesBelow(source).map((path): [string, string] => [relative(source, path), path]),
    ])
    files.delete(configName)
    let bytes = 0
    for (const [path, from] of files) bytes += place(from, join(folder, path))
    const { handler, useWebApi, maxDuration } = config
    return { routes: routes.sort(), folder, handler, useWebApi, maxDuration, bytes, files: [...files.keys()] }
  })
}

/** Copies a folder by hard links. Symbolic links stay symbolic links. */
export function linkFolder(source: string, target: string): void {
  for (const path of filesBelow(source)) place(path, join(target, relative(source, path)))
}

/** Links a file to another place. Returns the size of the file in bytes; 0 for a symbolic link. */
function place(from: string, to: string): number {
  mkdirSync(dirname(to), { recursive: true })
  const stat = lstatSync(from)
  if (stat.isSymbolicLink()) {
    symlinkSync(readlinkSync(from), to)
    return 0
  }
  try {
    linkSync(from, to)
  } catch {
    // The folder of temporary files may be on another disk.
    copyFileSync(from, to, constants.COPYFILE_EXCL)
  }
  return stat.size
}

/** Returns the folders of functions below `folder`, including symbolic links to the folder of another function. */
function foldersOf(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.name.endsWith('.func')) return [path]
    return entry.isDirectory() ? foldersOf(path) : []
  })
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesBelow(path) : [path]
  })
}
