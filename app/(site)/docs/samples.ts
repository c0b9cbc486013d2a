import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { zipSync } from 'fflate'

/** Folders in `examples`. */
export const samples = ['mini-program', 'erp'] as const
export type Sample = (typeof samples)[number]

const folderOf = (name: Sample) => join(/* turbopackIgnore: true */ process.cwd(), 'examples', name)

export const readSample = (name: Sample, file: string): string => readFileSync(join(folderOf(name), file), 'utf8')

export const archiveHref = (name: Sample) => `/docs/samples/${name}.zip`

const archives = new Map<Sample, Uint8Array<ArrayBuffer>>()

/** A ZIP file with the folder of the sample. Packed once per process. */
export function archiveOf(name: Sample): Uint8Array<ArrayBuffer> {
  const archive = archives.get(name) ?? pack(name)
  archives.set(name, archive)
  return archive
}

function pack(name: Sample): Uint8Array<ArrayBuffer> {
  const folder = folderOf(name)
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const contents = files.map(({ parentPath, name: file }) => {
    const path = join(parentPath, file)
    return [`${name}${path.slice(folder.length).replaceAll('\\', '/')}`, readFileSync(path)] as const
  })
  return zipSync(Object.fromEntries(contents))
}
