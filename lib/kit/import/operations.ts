import type { z } from 'zod'
import { type ExampleOf, endpoint, type PermissionCode, permission } from '@/lib/kit/api/endpoint/endpoint'
import { idParams } from '@/lib/kit/api/endpoint/fields'
import { type Multipart, multipart, type ReceivedFile } from '@/lib/kit/api/run/body'
import { maxSpreadsheetSize, readSpreadsheet } from '@/lib/kit/spreadsheet/reader'
import type { ImportKind } from './kind'
import { applyImport, type RowContext, readImport, rowFile, startImport } from './runner'
import { Import, ImportApplication, ImportProgress, ImportRowQuery, maxLines } from './schema'

interface Operations<Resource extends string, Code extends PermissionCode, Page extends z.core.$ZodType> {
  /** `product` for `/cms/product/import`. */
  resource: Resource
  kind: ImportKind
  code: Code
  /** Permissions of all `guarded` columns. */
  additional_permissions?: readonly PermissionCode[]
  /** With the columns of this kind in `changes`. */
  page: Page
  rows(context: RowContext): Promise<z.input<Page>>
  examples: { started: z.input<typeof Import>; progress: z.input<typeof ImportProgress>; page: z.input<Page> }
  /** English, in the plural, for the summaries of the operations. */
  things: string
  /** `read`: the meaning of a line; `apply`: the steps in which lines are applied. */
  descriptions: { read: string; apply: string }
}

/** `read` returns the file and the kind, which can depend on other fields of the form. */
interface Form<Body extends Multipart> {
  body: Body
  example: ExampleOf<Body>
  read(body: z.output<Body>): { file: ReceivedFile; kind: ImportKind }
}

export const importForm = <Fields extends z.ZodRawShape>(fields: Fields) =>
  multipart({ file: { limit: maxSpreadsheetSize, description: 'CSV or XLSX' }, fields })

/** Read a file, get the import, list its lines, apply the import. */
export const importOperations = <
  const Resource extends string,
  const Code extends PermissionCode,
  Page extends z.core.$ZodType,
>(
  operations: Operations<Resource, Code, Page>,
) =>
  importOperationsWith(operations, {
    body: importForm({}),
    example: {},
    read: ({ file }) => ({ file, kind: operations.kind }),
  })

/** Like {@link importOperations}, with further fields in the form. */
export function importOperationsWith<
  const Resource extends string,
  const Code extends PermissionCode,
  Page extends z.core.$ZodType,
  Body extends Multipart,
>(
  {
    resource,
    kind,
    code,
    additional_permissions = [],
    page,
    rows,
    examples,
    things,
    descriptions,
  }: Operations<Resource, Code, Page>,
  form: Form<Body>,
) {
  const access = permission(code)
  const params = { id: String(examples.started.id) }
  return {
    create: endpoint({
      method: 'POST',
      path: `/cms/${resource}/import`,
      summary: `Read a file of ${things}`,
      description: `CSV (UTF-8, UTF-16 or GB18030) or XLSX, at most 4 MiB and ${maxLines} lines. ${descriptions.read}`,
      access,
      verb: 'upload',
      body: form.body,
      output: Import,
      status: 201,
      location: ({ id }) => `/cms/${resource}/import/${id}`,
      example: { body: form.example, output: examples.started },
      prepare: ({ body, caller: { user_id } }) =>
        readSpreadsheet(form.read(body).file.path, { max_lines: maxLines, user_id }),
      async handle({ db, body, prepared, caller, settings, recorder }) {
        const { file, kind: reading } = form.read(body)
        const id = await startImport(db, reading, { sheet: prepared, file, author: { caller, settings } })
        const after = await readImport(db, kind, id)
        recorder.audit({ target: ['import', id], as: Import, after })
        return after
      },
    }),
    get: endpoint({
      method: 'GET',
      path: `/cms/${resource}/import/{id}`,
      summary: `Get an import of ${things}`,
      description: 'With how many lines do what, and how many are still to be applied.',
      access,
      params: idParams,
      output: Import,
      example: { params, output: examples.started },
      handle: ({ db, params: { id } }) => readImport(db, kind, id),
    }),
    listRows: endpoint({
      method: 'GET',
      path: `/cms/${resource}/import/{id}/row`,
      summary: `List the lines of an import of ${things}`,
      description: 'In the order of the file, with what each changes, or its errors.',
      access,
      additional_permissions,
      params: idParams,
      query: ImportRowQuery,
      output: page,
      csv: {
        name: 'import',
        // The lines of the file that the caller has uploaded: no further permission.
        permission: code,
        description:
          'With format=csv, format=xlsx or Accept: text/csv: the lines with changes, errors or warnings as they were sent, and a column error, such as price_yuan: number_format, or with labels a sentence; if there are warnings, a column warning too. Mended, the file can be sent again.',
        open: ({ db, params: { id }, query, caller, settings }) =>
          rowFile(db, kind, { db, id, query, caller, zone: settings['shop.time_zone'] }),
      },
      example: { params, query: { result: 'error' }, output: examples.page },
      handle: ({ db, params: { id }, query, caller }) => rows({ db, id, query, caller }),
    }),
    apply: endpoint({
      method: 'POST',
      path: `/cms/${resource}/import/{id}/apply`,
      summary: `Apply an import of ${things}`,
      description: `Works for about eight seconds and says how many lines are left: call it again until there are none. ${descriptions.apply} It may be called again after a failure: nothing is applied twice.`,
      access,
      verb: 'import',
      additional_permissions,
      params: idParams,
      body: ImportApplication,
      output: ImportProgress,
      transaction: 'manual',
      problems: ['import_errors'],
      example: { params, body: { skip_errors: true }, output: examples.progress },
      async handle({ params: { id }, body, caller, settings, recorder, record }) {
        const author = { caller, settings }
        const after = await applyImport(kind, id, { ...body, author, record })
        recorder.audit({ target: ['import', id], as: ImportProgress, after })
        return after
      },
    }),
  }
}
