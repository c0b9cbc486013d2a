import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { file, file_folder, file_object } from '@/db/schema/file'
import { id, pathId } from '@/lib/kit/api/endpoint/fields'
import { invalid } from '@/lib/kit/api/endpoint/problem'
import type { Database } from '@/lib/kit/database'
import { foldedForm } from '@/lib/kit/plain-form'
import { maxImages } from './input-schema'
import { pictureSeparator } from './sheet'

/* A cell has the names of files in the file module, or the name of a folder. */

const maxNameLength = 255

const json = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    context.addIssue({ code: 'custom', message: 'This must be JSON.', params: { code: 'invalid_format' } })
    return z.NEVER
  }
})

/** Files for names in the column `images`, and the folder that is searched first. */
export const pictureFields = {
  folder_id: pathId.optional().meta({
    description: 'The id of a folder of files, where the names in the column images are looked up first',
  }),
  pictures: json
    .pipe(z.record(z.string().min(1).max(maxNameLength), id))
    .optional()
    .meta({
      type: 'string',
      description:
        'JSON: ids of files by the name that the column images has for them, such as {"LJ-50.jpg": 12}. For uploads that were renamed, or whose content there was already',
    }),
}

export interface PictureSource {
  folder_id?: number | undefined
  pictures?: Record<string, number> | undefined
}

interface FoundFile {
  id: number
  name: string
  folder_id: number | null
  kind: string
  status: string
}

interface FoundFolder {
  name: string
  /** The first of the folder, by name. */
  pictures: { id: number; name: string }[]
}

type Found = { files: { id: number; name: string }[] } | { code: PictureFault; names: string[] }
type PictureFault = 'not_found' | 'ambiguous' | 'invalid_type' | 'incomplete' | 'duplicate' | 'too_big' | 'empty'

const namesIn = (cell: string) =>
  cell
    .split(pictureSeparator)
    .map((name) => name.trim())
    .filter((name) => name !== '')

export class Pictures {
  private readonly files = new Map<string, FoundFile[]>()
  private readonly folders = new Map<string, FoundFolder[]>()
  private readonly byId: ReadonlyMap<number, FoundFile>
  private readonly given = new Map<string, number[]>()

  constructor(
    files: readonly FoundFile[],
    folders: readonly FoundFolder[],
    private readonly source: PictureSource,
  ) {
    for (const file of files) add(this.files, file.name, file)
    for (const folder of folders) add(this.folders, folder.name, folder)
    for (const [name, file] of Object.entries(source.pictures ?? {})) add(this.given, name, file)
    this.byId = new Map(files.map((file) => [file.id, file]))
  }

  /**
   * A folder gives its first pictures by name. Names are looked up in the given pictures, the given folder, then all
   * files; one with the same case and width is preferred. The first kind of fault lists every name with it.
   */
  find(cell: string): Found {
    // A name may have the separator in it.
    const whole = this.candidates(cell)
    const names = whole.length > 0 ? [cell] : namesIn(cell)
    const found = names.map((name) => this.candidates(name))
    const folders = this.folders.get(keyOf(cell)) ?? []
    if (found.every((files) => files.length === 0) && folders.length > 0) return inFolder(cell, folders)
    const having = (isFaulty: (files: FoundFile[], at: number) => boolean) =>
      names.filter((_, at) => isFaulty(found[at] ?? [], at))
    const keys = names.map(keyOf)
    const firstAt = new Map(keys.map((key, at) => [key, at] as const).reverse())
    const faults: [PictureFault, string[]][] = [
      ['too_big', names.slice(maxImages)],
      ['not_found', having((files) => files.length === 0)],
      ['ambiguous', having((files) => files.length > 1)],
      ['invalid_type', having(([file]) => file?.kind !== 'image')],
      ['incomplete', having(([file]) => file?.status !== 'ready')],
      ['duplicate', having((_, at) => firstAt.get(keys[at] ?? '') !== at)],
    ]
    for (const [code, faulty] of faults) if (faulty.length > 0) return { code, names: faulty }
    // Two names may mean one file: pictures with the same content are stored once.
    const files = new Map(found.flat().map((file) => [file.id, { id: file.id, name: file.name }]))
    return { files: [...files.values()] }
  }

  private candidates(name: string): FoundFile[] {
    const key = keyOf(name)
    const ids = this.given.get(key) ?? []
    const given = [...new Set(ids)].flatMap((one) => this.byId.get(one) ?? [])
    if (given.length > 0) return given
    const all = this.files.get(key) ?? []
    const here = all.filter(({ folder_id }) => folder_id !== null && folder_id === this.source.folder_id)
    const near = here.length > 0 ? here : all
    const same = near.filter((file) => file.name === name)
    return same.length > 0 ? same : near
  }
}

function inFolder(cell: string, folders: FoundFolder[]): Found {
  const same = folders.filter(({ name }) => name === cell)
  const [folder, ...others] = same.length > 0 ? same : folders
  if (!folder || others.length > 0) return { code: 'ambiguous', names: [cell] }
  return folder.pictures.length > 0 ? { files: folder.pictures } : { code: 'empty', names: [cell] }
}

function add<One>(all: Map<string, One[]>, name: string, one: One): void {
  const key = keyOf(name)
  all.set(key, [...(all.get(key) ?? []), one])
}

/** Without regard to case, width and composition of characters. */
const isAlike = (name: PgColumn, names: readonly string[]): SQL =>
  sql`folded(${name}) in (select folded(n) from unnest(${sql.param(names)}::text[]) n)`

/** The database cannot compare other texts. */
const isName = (text: string) => text.length <= maxNameLength && text.isWellFormed() && !text.includes('\0')

/** A text too long for a name is unchanged, because folding a long text is slow. */
const keyOf = (name: string) => (isName(name) ? foldedForm(name) : name)

/** One query for files and one for folders. */
export async function readPictures(
  db: Database,
  cells: readonly string[],
  source: PictureSource = {},
): Promise<Pictures> {
  const given = [...new Set(cells)].filter((cell) => cell !== '')
  if (given.length === 0) return new Pictures([], [], source)
  const whole = given.filter(isName)
  // A cell with more names has a fault without them.
  const parts = given.flatMap((cell) => namesIn(cell).slice(0, maxImages))
  const names = [...new Set([...whole, ...parts.filter(isName)])]
  const ids = [...new Set(Object.values(source.pictures ?? {}))]
  const files = await db
    .select({ id: file.id, name: file.name, folder_id: file.folder_id, kind: file.kind, status: file.status })
    .from(file)
    .where(or(isAlike(file.name, names), inArray(file.id, ids)))
    .orderBy(file.id)
  const folders = await db
    .select({
      name: file_folder.name,
      pictures: sql<FoundFolder['pictures']>`(
        select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name) order by p.name, p.id), '[]')
        from (
          select f.id, f.name from file f
          where coalesce(f.folder_id, 0) = "file_folder"."id" and f.kind = 'image' and f.status = 'ready'
          order by f.name, f.id limit ${maxImages}
        ) p)`,
    })
    .from(file_folder)
    .where(isAlike(file_folder.name, whole))
    .orderBy(file_folder.id)
  return new Pictures(files, folders, source)
}

/** Throws 400 at `folder_id`. */
export async function refuseMissingFolder(db: Database, { folder_id }: PictureSource): Promise<void> {
  if (folder_id !== undefined && (await db.$count(file_folder, eq(file_folder.id, folder_id))) === 0)
    throw invalid('body', 'folder_id', 'not_found', 'There is no such folder.')
}

/** undefined: one of the files was deleted. */
export async function readAddresses(db: Database, ids: readonly number[]): Promise<string[] | undefined> {
  const rows = await db
    .select({ file_id: file_object.file_id, url: file_object.url })
    .from(file_object)
    .where(and(inArray(file_object.file_id, [...ids]), isNull(file_object.width), isNull(file_object.replaced_at)))
  const byFile = new Map(rows.map(({ file_id, url }) => [file_id, url]))
  const urls = ids.flatMap((one) => byFile.get(one) ?? [])
  return urls.length === ids.length ? urls : undefined
}
