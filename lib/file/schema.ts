import { z } from 'zod'
import { fileKinds, fileStatuses } from '@/db/enums'
import { edits, fileUrl, id, line, moment, momentInput, pathId, queryInt } from '@/lib/kit/api/endpoint/fields'
import { cursorPageOf, cursorQuery, pageOf, pageQuery, sortBy } from '@/lib/kit/api/endpoint/page'
import { FileUse } from '@/lib/kit/api/endpoint/problem-document'

const kind = z.enum(fileKinds)

const variant = fileUrl.optional()
const variants = z
  .object({ 160: variant, 480: variant, 960: variant, 1600: variant })
  .meta({ description: 'WebP by width in pixels; those that are narrower than the picture. None of an animation' })

export const File = z
  .object({
    id,
    folder_id: id.nullable().meta({ description: 'null: in no folder' }),
    name: z.string(),
    alt: z.string().meta({ description: 'What a picture shows, for people who cannot see it' }),
    kind,
    mime: z.string().meta({ description: 'By the content' }),
    size: z.int().meta({ description: 'Bytes as stored' }),
    width: z.int().nullable(),
    height: z.int().nullable(),
    url: fileUrl.nullable().meta({ description: 'Never has other content; null while pending' }),
    variants,
    uses_count: z.int(),
    status: z.enum(fileStatuses).meta({ description: 'pending: uploaded directly and not yet processed' }),
    uploaded_by: z.object({
      id,
      name: z.string().meta({ description: 'The name that colleagues know them by' }),
      username: z.string().nullable().meta({ description: 'null: the user was deleted' }),
    }),
    created_at: moment,
    version: z.int(),
  })
  .meta({ id: 'File' })

export const UploadedFile = File.extend({
  duplicate: z.boolean().meta({ description: 'This file has the same content, and nothing was stored' }),
}).meta({ id: 'UploadedFile' })

export const FilePage = cursorPageOf(File)

/** 0: files without a folder. */
const folderOrNone = z
  .union([z.literal('0').transform(() => 0), pathId])
  .meta({ type: 'integer', minimum: 0, maximum: 2_147_483_647 })

export const FileQuery = z.object({
  ...cursorQuery,
  folder_id: folderOrNone.optional().meta({ description: '0: files in no folder' }),
  q: line(1, 64).optional().meta({ description: 'Part of the name or the alternative text' }),
  kind: kind.optional(),
  uploader: pathId.optional().meta({ description: 'The id of the user' }),
  from: momentInput.optional(),
  to: momentInput.optional(),
  unused: queryInt(0, 3_650).optional().meta({ description: 'Not used anywhere, and uploaded this many days ago' }),
  sort: sortBy(['id', 'created_at', 'name', 'size'], '-id'),
})

/** Empty: no folder. */
const folderField = z
  .union([z.literal('').transform(() => null), pathId])
  .optional()
  .transform((value) => value ?? null)
  .meta({ type: 'string', description: 'The id of a folder; none by default' })

export const uploadFields = { folder_id: folderField }

export const FileChanges = edits({ name: line(1, 128), alt: line(0, 500), folder_id: id.nullable() })

export const FileLimit = z
  .object({
    types: z.array(z.string()).meta({ description: 'Media types, by the content of the file' }),
    max_bytes: z.int(),
    max_pixels: z.int().meta({ description: 'Width times height of a picture' }),
    quota_bytes: z.int().meta({ description: 'For all files with their variants' }),
    used_bytes: z.int(),
    direct: z.boolean().meta({ description: 'The browser uploads to the storage itself, not through POST /cms/file' }),
  })
  .meta({ id: 'FileLimit' })

export const FileUsePage = pageOf(FileUse)
export const FileUseQuery = z.object(pageQuery)

const folder = {
  id,
  parent_id: id.nullable().meta({ description: 'null: at the top' }),
  name: z.string(),
  created_at: moment,
  updated_at: moment,
  version: z.int(),
}

export const FileFolder = z.object(folder).meta({ id: 'FileFolder' })

export const FileFolderNode = z
  .object({ ...folder, file_count: z.int().meta({ description: 'Without those in the folders below' }) })
  .extend({
    get children() {
      return z.array(FileFolderNode)
    },
  })
  .meta({ id: 'FileFolderNode' })

const folderFields = { name: line(1, 64), parent_id: id.nullable() }

export const FileFolderInput = z.strictObject({ ...folderFields, parent_id: folderFields.parent_id.default(null) })
export const FileFolderChanges = edits(folderFields)

export const FolderDeletion = z.object({
  move_to: folderOrNone
    .optional()
    .meta({ description: 'Where its files and folders go: the id of a folder, or 0 for none' }),
})

/** In responses to its customer. */
export const Picture = z
  .object({
    id,
    url: fileUrl.meta({ description: 'For an hour, to show it to its owner' }),
  })
  .meta({ id: 'Picture' })
