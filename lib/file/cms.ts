import { z } from 'zod'
import { file } from '@/db/schema/file'
import { endpoint, permission, staff } from '@/lib/kit/api/endpoint/endpoint'
import { bulkIds, idParams, pathId } from '@/lib/kit/api/endpoint/fields'
import { BulkResult, eachUnderSavepoint } from '@/lib/kit/api/rows/bulk'
import { getRow, lockRow, updateRow } from '@/lib/kit/api/rows/rows'
import { multipart } from '@/lib/kit/api/run/body'
import { env } from '@/lib/kit/env'
import { historyOf } from '@/lib/oper_log/history'
import { insertFile, removeFile, replaceFile, storeNew, storeReplacement } from './commands'
import * as example from './example'
import { changeFolder, insertFolder, removeFolder } from './folders'
import { maxDirectSize, maxFileSize, maxPixels, quotaOf } from './limits'
import { removeDue, usedBytes } from './objects'
import * as queries from './queries'
import {
  File,
  FileChanges,
  FileFolder,
  FileFolderChanges,
  FileFolderInput,
  FileFolderNode,
  FileLimit,
  FilePage,
  FileQuery,
  FileUsePage,
  FileUseQuery,
  FolderDeletion,
  UploadedFile,
  uploadFields,
} from './schema'
import { allowedTypes } from './types'
import { uploadThing } from './uploadthing'
import * as uses from './uses'

const page = { items: [example.file], page: 1, size: 10, total: 1, next_cursor: null }

export const listFiles = endpoint({
  method: 'GET',
  path: '/cms/file',
  summary: 'List files',
  description: 'Newest first, or by name or size. variants are smaller pictures of the same content.',
  access: permission('cms.file.list'),
  query: FileQuery,
  output: FilePage,
  example: { query: { folder_id: '3', kind: 'image' }, output: page },
  handle: queries.list,
})

export const getFileLimit = endpoint({
  method: 'GET',
  path: '/cms/file/limit',
  summary: 'Get what can be uploaded',
  description: 'Types, sizes and how much room is left, to be shown before an upload.',
  access: staff,
  output: FileLimit,
  example: { output: example.limit },
  handle: async ({ db, settings }) => ({
    types: allowedTypes(settings),
    max_bytes: uploadThing() ? maxDirectSize(env()) : maxFileSize(settings, env()),
    max_pixels: maxPixels,
    quota_bytes: quotaOf(settings).all,
    used_bytes: await usedBytes(db),
    direct: uploadThing() !== undefined,
  }),
})

export const uploadFile = endpoint({
  method: 'POST',
  path: '/cms/file',
  summary: 'Upload a file',
  description:
    'The type is judged by the content. Pictures are turned upright, and what they say about where and how they were taken is removed. Content that there is already is not stored again: the answer is 200 with that file and duplicate: true.',
  access: permission('cms.file.create'),
  body: multipart({ file: { limit: maxFileSize }, fields: uploadFields }),
  output: UploadedFile,
  status: ({ duplicate }) => (duplicate ? 200 : 201),
  location: ({ id }) => `/cms/file/${id}`,
  problems: ['quota_exceeded', 'storage_full', 'provider_error'],
  example: { body: { folder_id: '3' }, output: { ...example.file, uses_count: 0, duplicate: false } },
  prepare: ({ db, body, settings }) => storeNew(db, { ...body, settings }),
  async handle({ db, body, prepared, caller, recorder }) {
    const { id, duplicate } = await insertFile(db, prepared, { ...body, user_id: caller.user_id })
    const after = await queries.readFile(db, id)
    recorder.audit({ target: ['file', id], as: File, ...(duplicate && { before: after }), after })
    return { ...after, duplicate }
  },
})

export const getFile = endpoint({
  method: 'GET',
  path: '/cms/file/{id}',
  summary: 'Get a file',
  description: 'With the version that a change sends back.',
  access: permission('cms.file.list'),
  params: idParams,
  output: File,
  example: { params: { id: '12' }, output: example.file },
  handle: ({ db, params }) => queries.readFile(db, params.id),
})

export const listFileHistory = historyOf('file', 'a file', 'cms.file.list')

export const updateFile = endpoint({
  method: 'PUT',
  path: '/cms/file/{id}',
  summary: 'Change the name, text or folder of a file',
  description: 'Its addresses stay the same.',
  access: permission('cms.file.update'),
  params: idParams,
  body: FileChanges,
  output: File,
  problems: ['stale_version'],
  example: {
    params: { id: '12' },
    body: { alt: '一碗新茶', version: 1 },
    output: { ...example.file, alt: '一碗新茶', version: 2 },
  },
  async handle({ db, params, body: { version, ...values }, caller, recorder }) {
    await lockRow(db, file, params.id, { version })
    const before = await queries.readFile(db, params.id)
    await updateRow(db, file, params.id, { ...values, updated_by: caller.user_id })
    const after = await queries.readFile(db, params.id)
    recorder.audit({ target: ['file', after.id], as: File, before, after })
    return after
  },
})

export const listFileUses = endpoint({
  method: 'GET',
  path: '/cms/file/{id}/uses',
  summary: 'List where a file is used',
  description: 'Records whose pictures or texts show it. All orders that show it are one entry.',
  access: permission('cms.file.list'),
  params: idParams,
  query: FileUseQuery,
  output: FileUsePage,
  example: { params: { id: '12' }, output: example.usePage },
  async handle({ db, params, query }) {
    await getRow(db, file, params.id)
    return uses.list(db, params.id, query)
  },
})

export const replaceFileContent = endpoint({
  method: 'POST',
  path: '/cms/file/{id}/replace',
  summary: 'Replace the content of a file',
  description:
    'The new content has new addresses, and every record that uses the file gets them in the same transaction; their versions are raised. Orders keep the picture that they showed. The old addresses work for 30 days.',
  access: permission('cms.file.update'),
  params: idParams,
  body: multipart({ file: { limit: maxFileSize }, fields: { version: pathId.optional() } }),
  output: File,
  problems: ['quota_exceeded', 'storage_full', 'provider_error', 'stale_version', 'already_exists', 'in_use'],
  example: { params: { id: '12' }, body: { version: '1' }, output: { ...example.file, version: 2 } },
  prepare: ({ db, params, body, settings }) => storeReplacement(db, params.id, { ...body, settings }),
  async handle({ db, params, body, prepared, caller, recorder }) {
    const before = await queries.readFile(db, params.id)
    await replaceFile(db, params.id, prepared, { ...body, user_id: caller.user_id })
    const after = await queries.readFile(db, params.id)
    recorder.audit({ target: ['file', after.id], as: File, before, after })
    return after
  },
})

export const deleteFile = endpoint({
  method: 'DELETE',
  path: '/cms/file/{id}',
  summary: 'Delete a file',
  description: 'Permanent. A file that is used is not deleted: the answer names the first 20 uses.',
  access: permission('cms.file.delete'),
  params: idParams,
  problems: ['in_use'],
  example: { params: { id: '12' } },
  async handle({ db, params, recorder }) {
    const before = await queries.readFile(db, params.id)
    await removeFile(db, params.id)
    recorder.audit({ target: ['file', before.id], as: File, before })
    recorder.afterCommit(() => removeDue())
  },
})

export const deleteFiles = endpoint({
  method: 'POST',
  path: '/cms/file/bulk_delete',
  summary: 'Delete several files',
  description: 'With a result for each; those that are used stay.',
  access: permission('cms.file.delete'),
  body: z.strictObject({ ids: bulkIds }),
  output: BulkResult,
  example: { body: { ids: [12] }, output: { results: [{ id: 12, ok: true }] } },
  async handle({ db, body, recorder, request_id }) {
    const result = await eachUnderSavepoint(body.ids, { db, recorder, type: 'file', request_id }, async (id, part) => {
      const before = await queries.readFile(db, id)
      await removeFile(db, id)
      part.audit({ target: ['file', id], as: File, before })
    })
    recorder.afterCommit(() => removeDue())
    return result
  },
})

export const listFileFolders = endpoint({
  method: 'GET',
  path: '/cms/file/folder',
  summary: 'List folders of files',
  description: 'The whole tree, by name, with the number of files in each.',
  access: permission('cms.file.list'),
  output: z.array(FileFolderNode),
  example: { output: [example.folderNode] },
  handle: ({ db }) => queries.readFolders(db),
})

export const createFileFolder = endpoint({
  method: 'POST',
  path: '/cms/file/folder',
  summary: 'Create a folder',
  description: 'There can be at most five levels. Names differ within a folder.',
  access: permission('cms.file.create'),
  body: FileFolderInput,
  output: FileFolder,
  status: 201,
  problems: ['already_exists'],
  example: { body: example.folderInput, output: example.folder },
  async handle({ db, body, caller, recorder }) {
    const after = await insertFolder(db, body, caller.user_id)
    recorder.audit({ target: ['file_folder', after.id], as: FileFolder, after })
    return after
  },
})

export const updateFileFolder = endpoint({
  method: 'PUT',
  path: '/cms/file/folder/{id}',
  summary: 'Rename or move a folder',
  description: 'What is in it moves with it.',
  access: permission('cms.file.update'),
  params: idParams,
  body: FileFolderChanges,
  output: FileFolder,
  problems: ['already_exists', 'stale_version'],
  example: {
    params: { id: '3' },
    body: { name: '新茶', version: 1 },
    output: { ...example.folder, name: '新茶', version: 2 },
  },
  async handle({ db, params, body, caller, recorder }) {
    const { before, after } = await changeFolder(db, params.id, body, caller.user_id)
    recorder.audit({ target: ['file_folder', after.id], as: FileFolder, before, after })
    return after
  },
})

export const deleteFileFolder = endpoint({
  method: 'DELETE',
  path: '/cms/file/folder/{id}',
  summary: 'Delete a folder',
  description: 'An empty one; with move_to, what is in it moves there first.',
  access: permission('cms.file.delete'),
  params: idParams,
  query: FolderDeletion,
  problems: ['already_exists', 'in_use'],
  example: { params: { id: '3' }, query: { move_to: '1' } },
  async handle({ db, params, query, recorder }) {
    const before = await removeFolder(db, params.id, query.move_to)
    recorder.audit({ target: ['file_folder', before.id], as: FileFolder, before })
  },
})
