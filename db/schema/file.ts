import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { fileKinds, fileStatuses, storages } from '@/db/enums'
import { about, identified, moment, oneOf, times, uniqueFolded, versioned } from './columns'
import { user } from './user'

export const file_folder = pgTable(
  'file_folder',
  {
    ...versioned,
    parent_id: integer().references((): AnyPgColumn => file_folder.id, { onDelete: 'restrict' }),
    name: text().notNull(),
  },
  (t) => [
    unique(about('name', 'file_folder_parent_name')).on(t.parent_id, t.name).nullsNotDistinct(),
    uniqueFolded('file_folder', t.name, sql`coalesce(${t.parent_id}, 0)`),
  ],
)

/** Its bytes and URLs are in rows of `file_object`. */
export const file = pgTable(
  'file',
  {
    ...versioned,
    folder_id: integer().references(() => file_folder.id, { onDelete: 'restrict' }),
    name: text().notNull(),
    alt: text().notNull().default(''),
    kind: text({ enum: fileKinds }).notNull(),
    /** Determined from the content, not from the client's header. */
    mime: text().notNull(),
    /** In bytes, as stored. */
    size: integer().notNull(),
    width: integer(),
    height: integer(),
    /** `pending`: uploaded directly to the storage, not cleaned yet, without a URL. */
    status: text({ enum: fileStatuses }).notNull().default('ready'),
    /** SHA-256 of the bytes as sent, before cleaning, to find duplicates. Null while the file is pending. */
    source_sha256: text(),
    /** No foreign key: the file outlives the user. */
    uploaded_by: integer().notNull(),
  },
  (t) => [
    unique(about('file', 'file_source')).on(t.source_sha256),
    oneOf('file_kind', t.kind, fileKinds),
    oneOf('file_status', t.status, fileStatuses),
    check('file_ready_has_source', sql`${t.status} = 'pending' or ${t.source_sha256} is not null`),
    // 0 stands for no folder, so that one index serves files in folders and others.
    index('file_folder_newest').on(sql`coalesce(${t.folder_id}, 0)`, t.id),
    index('file_name').on(t.name, t.id),
    index('file_size').on(t.size, t.id),
    index('file_kind_newest').on(t.kind, t.id),
    index('file_uploader').on(t.uploaded_by, t.id),
    index('file_created').on(t.created_at, t.id),
  ],
)

/** Committed before the bytes are stored, and deleted after them, so that all bytes have a row. */
export const file_object = pgTable(
  'file_object',
  {
    ...identified,
    storage: text({ enum: storages }).notNull(),
    /** Name in the storage. */
    key: text().notNull().unique('file_object_key'),
    /** In records: a path of this server, or an absolute URL of another storage. */
    url: text().notNull().unique('file_object_url'),
    mime: text().notNull(),
    size: bigint({ mode: 'number' }).notNull(),
    file_id: integer().references(() => file.id, { onDelete: 'restrict' }),
    /** In pixels; null: the original, not a variant. */
    width: integer(),
    /** When a newer object took its place; null: current. */
    replaced_at: moment(),
    /** The owner of an avatar or of a picture of a case; null: the object belongs to a file of the shop. */
    user_id: integer().references(() => user.id, { onDelete: 'restrict' }),
    /** When the bytes are removed; null: in use. */
    remove_at: moment(),
  },
  (t) => [
    oneOf('file_object_storage', t.storage, storages),
    check('file_object_has_one_owner', sql`${t.file_id} is null or ${t.user_id} is null`),
    check('file_object_is_kept_or_removed', sql`num_nonnulls(${t.file_id}, ${t.user_id}, ${t.remove_at}) > 0`),
    uniqueIndex('file_object_current').on(t.file_id, sql`coalesce(${t.width}, 0)`).where(sql`replaced_at is null`),
    index('file_object_file').on(t.file_id),
    index('file_object_user').on(t.user_id).where(sql`user_id is not null`),
    index('file_object_due').on(t.remove_at).where(sql`remove_at is not null`),
  ],
)

/**
 * Triggers write this table (`db/functions/file_use.sql`), so that no write is missed. Of order items with a file, only
 * the first has a row, which keeps the file: their picture never changes.
 */
export const file_use = pgTable(
  'file_use',
  {
    ...times,
    file_id: integer()
      .notNull()
      .references(() => file.id, { onDelete: 'restrict' }),
    table: text().notNull(),
    record_id: integer().notNull(),
    /** The column that contains the file. */
    field: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.file_id, t.table, t.record_id, t.field] }),
    index('file_use_record').on(t.table, t.record_id, t.field),
    uniqueIndex('file_use_order').on(t.file_id).where(sql`"table" = 'order_item'`),
  ],
)
