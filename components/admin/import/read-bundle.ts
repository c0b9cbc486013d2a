import { DamagedArchive, readArchive, UnsupportedArchive } from './archive'
import { type BundleFault, type BundleFaultCode, type BundleLimits, baseName, isArchive, planBundle } from './bundle'

export interface Bundle {
  /** For the pictures. */
  folder: string
  spreadsheet: File
  pictures: File[]
}

/** Without the maximum size of a picture, which the server defines. */
export const bundleLimits = {
  max_pictures: 400,
  max_spreadsheet: 4 * 1024 * 1024,
  max_total: 500 * 1024 * 1024,
} satisfies Partial<BundleLimits>

interface Source {
  path: string
  size: number
  problem?: 'encrypted' | 'unsupported' | undefined
  read(name: string): Promise<File>
}

/** Characters. */
const maxFolderName = 60

const folderOf = (name: string) =>
  name
    .replace(/\.[^.]+$/, '')
    .slice(0, maxFolderName)
    .toWellFormed()
    .trim() || 'import'

/** Unpacks everything before it returns, so that no file of a damaged archive is uploaded. */
export async function readBundle(
  files: readonly File[],
  { max_picture }: { max_picture: number },
): Promise<Bundle | { faults: BundleFault[] }> {
  const fault = (code: BundleFaultCode) => ({ faults: [{ code, names: [] }] })
  const archive = files.find(({ name }) => isArchive(name))
  if (archive && files.length > 1) return fault('archive_alone')
  try {
    const sources = archive ? await packed(archive) : files.map(chosen)
    const planned = planBundle(sources, { ...bundleLimits, max_picture })
    if ('faults' in planned) return planned
    const { spreadsheet, pictures } = planned.plan
    const sheet = await spreadsheet.read(baseName(spreadsheet.path))
    const unpacked: File[] = []
    for (const { name, entry } of pictures) unpacked.push(await entry.read(name))
    return { folder: folderOf(archive?.name ?? sheet.name), spreadsheet: sheet, pictures: unpacked }
  } catch (error) {
    if (error instanceof UnsupportedArchive) return fault('unsupported')
    if (error instanceof DamagedArchive) return fault('damaged')
    throw error
  }
}

const chosen = (file: File): Source => ({ path: file.name, size: file.size, read: () => Promise.resolve(file) })

async function packed(archive: File): Promise<Source[]> {
  const entries = await readArchive(archive)
  return entries.map(({ path, size, problem, unpack }) => ({
    path,
    size,
    problem,
    read: async (name) => new File([await unpack()], name),
  }))
}
