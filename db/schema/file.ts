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
    /** The folder that contains this folder; null: at the top level. */
    parent_id: integer().references((): AnyPgColumn => file_folder.id, { onDelete: 'restrict' }),
    name: text().notNull(),
  },
  (t) => [
    unique(about('name', 'file_folder_parent_name')).on(t.parent_id, t.name).nullsNotDistinct(),
    uniqueFolded('file_folder', t.name, sql`coalesce(${t.parent_id}, 0)`),
  ],
)

/** A file of the shop. Its bytes and URLs are in rows of `file_object`. */
export const file = pgTable(
  'file',
  {
    ...versioned,
    /** The folder of the file; null: in no folder. */
    folder_id: integer().references(() => file_folder.id, { onDelete: 'restrict' }),
    name: text().notNull(),
    /** The alternative text of a picture, for people who cannot see the picture. */
    alt: text().notNull().default(''),
    kind: text({ enum: fileKinds }).notNull(),
    /** The media type, determined from the content, not from the client's header. */
    mime: text().notNull(),
    /** The size of the stored bytes. */
    size: integer().notNull(),
    width: integer(),
    height: integer(),
    /**
     * The status of the file. `pending`: the file was uploaded directly to the storage, is not cleaned yet, and has no
     * URL.
     */
    status: text({ enum: fileStatuses }).notNull().default('ready'),
    /** The SHA-256 of the bytes as sent, before cleaning, to find duplicates. Null while the file is pending. */
    source_sha256: text(),
    /** The id of the user who uploaded the file. No foreign key: the file is kept when the user is deleted. */
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

/**
 * Bytes in the storage: the original of a file, a variant of a file, or a customer's picture. The row is committed
 * before the bytes are stored, and deleted after the bytes are deleted, so that all bytes have a row.
 */
export const file_object = pgTable(
  'file_object',
  {
    ...identified,
    storage: text({ enum: storages }).notNull(),
    /** The name of the object in the storage. */
    key: text().notNull().unique('file_object_key'),
    /**
     * The URL under which other records refer to the object: a path of this server, or an absolute URL of another
     * storage.
     */
    url: text().notNull().unique('file_object_url'),
    mime: text().notNull(),
    size: bigint({ mode: 'number' }).notNull(),
    file_id: integer().references(() => file.id, { onDelete: 'restrict' }),
    /** The width of a variant in pixels; null: the object is the original. */
    width: integer(),
    /** The time when a newer object replaced this object; null: this object is current. */
    replaced_at: moment(),
    /**
     * The customer who uploaded an avatar or a picture of an after-sale case; null: the object belongs to a file of the
     * shop.
     */
    user_id: integer().references(() => user.id, { onDelete: 'restrict' }),
    /** The time when the bytes are removed; null: the bytes are in use. */
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
 * The uses of files in records. Triggers write this table (`db/functions/file_use.sql`), so that every write of a
 * record is covered. If several order items show a file, only the first item has a row: one row is enough to keep the
 * file, because the picture of an order item never changes.
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
    /** The column of the record that contains the file. */
    field: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.file_id, t.table, t.record_id, t.field] }),
    index('file_use_record').on(t.table, t.record_id, t.field),
    uniqueIndex('file_use_order').on(t.file_id).where(sql`"table" = 'order_item'`),
  ],
)
