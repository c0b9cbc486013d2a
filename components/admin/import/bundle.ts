import { foldedForm } from '@/lib/kit/plain-form'

/* Everything is checked before anything is uploaded. */

interface Entry {
  /** Including folders. */
  path: string
  /** Unpacked, in bytes. */
  size: number
  problem?: 'encrypted' | 'unsupported' | undefined
}

export interface BundleLimits {
  max_pictures: number
  /** In bytes. */
  max_picture: number
  /** In bytes. */
  max_spreadsheet: number
  /** In bytes, all files together. */
  max_total: number
}

export type BundleFaultCode =
  | 'forbidden'
  | 'encrypted'
  | 'unsupported'
  | 'damaged'
  | 'archive_alone'
  | 'other_files'
  | 'no_spreadsheet'
  | 'several_spreadsheets'
  | 'old_excel'
  | 'spreadsheet_too_big'
  | 'no_pictures'
  | 'too_many_pictures'
  | 'empty_pictures'
  | 'pictures_too_big'
  | 'repeated_names'
  | 'names_too_long'
  | 'too_big'

export interface BundleFault {
  code: BundleFaultCode
  /** Empty: the fault concerns the whole bundle. */
  names: string[]
}

export interface BundlePlan<One> {
  spreadsheet: One
  pictures: { name: string; entry: One }[]
}

const partsOf = (path: string) => path.split(/[\\/]/)

export const baseName = (path: string) => (partsOf(path).at(-1) ?? '').normalize('NFC').trim()

const extensionOf = (name: string) => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

/** Added by an operating system or a spreadsheet program, such as `.DS_Store`. */
const isHidden = (path: string): boolean =>
  partsOf(path).some((part) => part.startsWith('.') || part === '__MACOSX') ||
  /^(?:~\$.*|thumbs\.db|desktop\.ini|icon\r)$/i.test(baseName(path))

/** Accepted by the shop. */
export const pictureExtensions = ['jpg', 'jpeg', 'png', 'webp', 'gif', 'avif']
export const isPicture = (name: string): boolean => pictureExtensions.includes(extensionOf(name))

export const isArchive = (name: string): boolean => extensionOf(name) === 'zip'
const isSpreadsheet = (name: string): boolean => ['csv', 'xlsx', 'xls'].includes(extensionOf(name))

/** In bytes, all names together, which a form field with a slightly larger limit has to hold. */
const maxNames = 60 * 1024
/** Bytes per picture in this form field besides its name: quotes, a colon, an id and a comma. */
const besideName = 16

/** Leaves out files that users do not see. */
export function planBundle<One extends Entry>(
  entries: readonly One[],
  { max_pictures, max_picture, max_spreadsheet, max_total }: BundleLimits,
): { plan: BundlePlan<One> } | { faults: BundleFault[] } {
  const files = entries.filter(({ path }) => !/[\\/]$/.test(path) && !isHidden(path))
  const named = files.map((entry) => ({ name: baseName(entry.path), entry }))
  const spreadsheets = named.filter(({ name }) => isSpreadsheet(name))
  const pictures = named.filter(({ name }) => isPicture(name))
  const others = named.filter((one) => !spreadsheets.includes(one) && !pictures.includes(one))
  const [first] = spreadsheets
  const byName = new Map<string, number>()
  for (const { name } of pictures) byName.set(foldedForm(name), (byName.get(foldedForm(name)) ?? 0) + 1)
  const bytes = pictures.reduce((sum, { name }) => sum + new Blob([JSON.stringify(name)]).size + besideName, 0)
  const total = files.reduce((sum, { size }) => sum + size, 0)

  const faults: BundleFault[] = []
  const add = (code: BundleFaultCode, isFault: boolean) => isFault && faults.push({ code, names: [] })
  const addNames = (code: BundleFaultCode, faulty: readonly { entry: One }[]) =>
    faulty.length > 0 && faults.push({ code, names: faulty.map(({ entry }) => entry.path.normalize('NFC')) })
  addNames(
    'encrypted',
    named.filter(({ entry }) => entry.problem === 'encrypted'),
  )
  addNames(
    'unsupported',
    named.filter(({ entry }) => entry.problem === 'unsupported'),
  )
  addNames('other_files', others)
  add('no_spreadsheet', spreadsheets.length === 0)
  addNames('several_spreadsheets', spreadsheets.length > 1 ? spreadsheets : [])
  addNames(
    'old_excel',
    spreadsheets.filter(({ name }) => extensionOf(name) === 'xls'),
  )
  addNames(
    'spreadsheet_too_big',
    spreadsheets.filter(({ entry }) => entry.size > max_spreadsheet),
  )
  add('no_pictures', pictures.length === 0)
  add('too_many_pictures', pictures.length > max_pictures)
  addNames(
    'empty_pictures',
    pictures.filter(({ entry }) => entry.size === 0),
  )
  addNames(
    'pictures_too_big',
    pictures.filter(({ entry }) => entry.size > max_picture),
  )
  addNames(
    'repeated_names',
    pictures.filter(({ name }) => (byName.get(foldedForm(name)) ?? 0) > 1),
  )
  add('names_too_long', pictures.length <= max_pictures && bytes > maxNames)
  add('too_big', total > max_total)
  return first && faults.length === 0 ? { plan: { spreadsheet: first.entry, pictures } } : { faults }
}
