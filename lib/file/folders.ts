import { eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { file, file_folder } from '@/db/schema/file'
import { invalid, problem } from '@/lib/kit/api/endpoint/problem'
import { deleteRow, insertRow, lockRow, type RowOf, updateRow } from '@/lib/kit/api/rows/rows'
import { type Linked, treeFault } from '@/lib/kit/api/rows/tree'
import type { Database } from '@/lib/kit/database'
import type { FileFolderChanges, FileFolderInput } from './schema'

const maxDepth = 5

type Folder = RowOf<typeof file_folder>

/** Two valid moves can form a cycle together, so the second must see the first. */
const lockTree = (db: Database) => db.execute(sql`select pg_advisory_xact_lock(hashtext('mini-shop.file_folder'))`)

/** Lock the tree first. */
async function readPositions(db: Database): Promise<Map<number, Linked>> {
  const rows = await db.select({ id: file_folder.id, parent_id: file_folder.parent_id }).from(file_folder)
  return new Map(rows.map((row) => [row.id, row]))
}

function refuseMisplaced(tree: ReadonlyMap<number, Linked>, id: number, place: 'body' | 'query', field: string): void {
  const fault = treeFault(tree, id, { noun: 'folder', maxDepth })
  if (fault) throw invalid(place, field, fault.code, fault.reason)
}

/** Throws a 400 at `parent_id` for a missing or too deep folder, and 409 if the name is taken in the parent. */
export async function insertFolder(
  db: Database,
  values: z.output<typeof FileFolderInput>,
  updated_by: number,
): Promise<Folder> {
  await lockTree(db)
  // No row has the id 0.
  refuseMisplaced((await readPositions(db)).set(0, { id: 0, ...values }), 0, 'body', 'parent_id')
  return insertRow(db, file_folder, { ...values, updated_by })
}

/** Returns it before and after. Throws `not_found`, `stale_version`, `already_exists`, or a 400 at `parent_id`. */
export async function changeFolder(
  db: Database,
  id: number,
  { version, ...values }: z.output<typeof FileFolderChanges>,
  updated_by: number,
): Promise<{ before: Folder; after: Folder }> {
  await lockTree(db)
  const before = await lockRow(db, file_folder, id, { version })
  const { parent_id } = values
  if (parent_id !== undefined && parent_id !== before.parent_id)
    refuseMisplaced((await readPositions(db)).set(id, { id, parent_id }), id, 'body', 'parent_id')
  return { before, after: await updateRow(db, file_folder, id, { ...values, updated_by }) }
}

/**
 * Moves the content to `move_to` (0: files to no folder, subfolders to the top). Without it, throws `in_use` unless
 * empty. Throws a 400 at `move_to` if it is missing, the same or too deep, and 409 for equal names.
 */
export async function removeFolder(db: Database, id: number, move_to: number | undefined): Promise<Folder> {
  await lockTree(db)
  const folder = await lockRow(db, file_folder, id, { mode: 'update' })
  const below = await db.select({ id: file_folder.id }).from(file_folder).where(eq(file_folder.parent_id, id))
  if (move_to === undefined) {
    const files = await db.$count(file, eq(file.folder_id, id))
    if (files + below.length > 0)
      throw problem('in_use', { detail: `There are still ${files} files and ${below.length} folders in it.` })
    return deleteRow(db, file_folder, folder.id)
  }
  const parent_id = move_to === 0 ? null : move_to
  const tree = await readPositions(db)
  for (const child of below)
    refuseMisplaced(tree.set(child.id, { id: child.id, parent_id }), child.id, 'query', 'move_to')
  if (parent_id === id) throw invalid('query', 'move_to', 'cycle', 'This is the folder itself.')
  if (parent_id !== null && !tree.has(parent_id))
    throw invalid('query', 'move_to', 'not_found', 'There is no such folder.')
  const moved = { updated_at: sql`now()` }
  await db
    .update(file_folder)
    .set({ ...moved, parent_id, version: sql`${file_folder.version} + 1` })
    .where(eq(file_folder.parent_id, id))
  await db
    .update(file)
    .set({ ...moved, folder_id: parent_id, version: sql`${file.version} + 1` })
    .where(eq(file.folder_id, id))
  return deleteRow(db, file_folder, folder.id)
}
