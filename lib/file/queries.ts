import { and, sql } from 'drizzle-orm'
import { statement } from '@/db/connection/statement'
import { file, file_folder } from '@/db/schema/file'
import { matchesSearch, newestList, within } from '@/lib/kit/api/rows/list'
import { found } from '@/lib/kit/api/rows/rows'
import { treeOf } from '@/lib/kit/api/rows/tree'
import type { Database } from '@/lib/kit/database'
import { FileQuery } from './schema'

const isCurrent = sql`o.file_id = "file"."id" and o.replaced_at is null and "file"."status" = 'ready'`

const columns = {
  id: file.id,
  folder_id: file.folder_id,
  name: file.name,
  alt: file.alt,
  kind: file.kind,
  mime: file.mime,
  size: file.size,
  width: file.width,
  height: file.height,
  url: sql<string | null>`(select o.url from file_object o where ${isCurrent} and o.width is null)`,
  variants: sql<Record<string, string>>`(
    select coalesce(json_object_agg(o.width, o.url), '{}') from file_object o where ${isCurrent} and o.width is not null)`,
  uses_count: sql<number>`(select count(*)::int from file_use u where u.file_id = "file"."id")`,
  status: file.status,
  uploaded_by: sql<{ id: number; name: string; username: string | null }>`(
    select json_build_object('id', by.id, 'name', coalesce(nullif(u.nickname, ''), i.identifier, '#' || by.id), 'username', i.identifier)
    from (select "file"."uploaded_by") by (id)
    left join "user" u on u.id = by.id left join identity i on i.user_id = by.id and i.type = 100)`,
  created_at: file.created_at,
  version: file.version,
}

export const list = newestList('files', {
  table: file,
  query: FileQuery,
  columns,
  filters: {
    folder_id: sql`coalesce(${file.folder_id}, 0) = ${sql.placeholder('folder_id')}`,
    q: matchesSearch(file.name, file.alt),
    kind: file.kind,
    uploader: sql`${file.uploaded_by} = ${sql.placeholder('uploader')}`,
    ...within(file),
    unused: and(
      sql`not exists (select from file_use u where u.file_id = "file"."id")`,
      sql`${file.created_at} <= now() - make_interval(days => ${sql.placeholder('unused')}::int)`,
    ),
  },
})

const fileStatement = statement('read_file', (db) =>
  db
    .select(columns)
    .from(file)
    .where(sql`${file.id} = ${sql.placeholder('id')}`),
)

/** Throws `not_found`. */
export async function readFile(db: Database, id: number) {
  const [row] = await fileStatement(db, { id })
  return found(row, 'file')
}

/** By name, each with the number of its files. */
export async function readFolders(db: Database) {
  const rows = await db
    .select({
      id: file_folder.id,
      parent_id: file_folder.parent_id,
      name: file_folder.name,
      created_at: file_folder.created_at,
      updated_at: file_folder.updated_at,
      version: file_folder.version,
      file_count: sql<number>`(select count(*)::int from file f where coalesce(f.folder_id, 0) = "file_folder"."id")`,
    })
    .from(file_folder)
    .orderBy(file_folder.name, file_folder.id)
  return treeOf(rows)
}

const duplicateStatement = statement('find_duplicate_file', (db) =>
  db
    .select({ id: file.id })
    .from(file)
    .where(sql`${file.source_sha256} = ${sql.placeholder('sha256')}`),
)

export async function findDuplicate(db: Database, sha256: string): Promise<number | undefined> {
  const [row] = await duplicateStatement(db, { sha256 })
  return row?.id
}
