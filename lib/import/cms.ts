import { multipart } from '@/lib/api/body'
import { endpoint, permission } from '@/lib/api/endpoint'
import { idParams } from '@/lib/api/fields'
import { productImport } from '@/lib/product/import'
import { ProductImportRowPage } from '@/lib/product/import-schema'
import { maxSpreadsheetSize, readSpreadsheet } from '@/lib/spreadsheet/reader'
import * as example from './example'
import { applyImport, listRowsOf, readImport, rowFile, shownRow, startImport } from './machine'
import { Import, ImportApplication, ImportProgress, ImportRowQuery, maxLines } from './schema'

const access = permission('cms.product.import')
/** Only who has it sees and sets what a piece costs the shop. */
const also = ['cms.product.cost'] as const

export const createProductImport = endpoint({
  method: 'POST',
  path: '/cms/product/import',
  summary: 'Read a file of products',
  description:
    'CSV (UTF-8 or GBK) or XLSX, at most 4 MiB and 5000 lines, with the columns of the export by name or code, a line per SKU; lines of one product have the same product_id, or the same product_key for a new one. Says what each line would do, and changes no product yet. A column that is left out stays as it is, and no SKU is withdrawn.',
  access,
  body: multipart({ file: { limit: maxSpreadsheetSize, description: 'CSV or XLSX' }, fields: {} }),
  output: Import,
  status: 201,
  location: ({ id }) => `/cms/product/import/${id}`,
  example: { body: {}, output: example.started },
  prepare: ({ body }) => readSpreadsheet(body.file.path, { max_lines: maxLines }),
  async handle({ db, body, prepared, caller, settings, recorder }) {
    const id = await startImport(db, productImport, { sheet: prepared, file: body.file, author: { caller, settings } })
    const after = await readImport(db, productImport, id)
    recorder.audit({ target: ['import', id], as: Import, after })
    return after
  },
})

export const getProductImport = endpoint({
  method: 'GET',
  path: '/cms/product/import/{id}',
  summary: 'Get an import of products',
  description: 'With how many lines do what, and how many are still to be applied.',
  access,
  params: idParams,
  output: Import,
  example: { params: { id: '3' }, output: example.started },
  handle: ({ db, params }) => readImport(db, productImport, params.id),
})

export const listProductImportRows = endpoint({
  method: 'GET',
  path: '/cms/product/import/{id}/row',
  summary: 'List the lines of an import of products',
  description: 'In the order of the file, with what each changes, or its errors.',
  access,
  also,
  params: idParams,
  query: ImportRowQuery,
  output: ProductImportRowPage,
  csv: {
    name: 'import',
    description:
      'With format=csv or Accept: text/csv: the lines as they were sent, and a column error. Mended, the file can be sent again.',
    open: ({ db, params, query, caller }) => rowFile(db, productImport, { id: params.id, query, caller }),
  },
  example: { params: { id: '3' }, query: { result: 'error' }, output: example.rowPage },
  async handle({ db, params, query, caller }) {
    await readImport(db, productImport, params.id)
    const page = await listRowsOf({ db, query: { ...query, import_id: params.id, sort: 'id' } })
    return { ...page, items: page.items.map((row) => shownRow(row, productImport, { caller })) }
  },
})

export const applyProductImport = endpoint({
  method: 'POST',
  path: '/cms/product/import/{id}/apply',
  summary: 'Apply an import of products',
  description:
    'Works for about eight seconds and says how many lines are left: call it again until there are none. Each product is changed in one transaction, as on its page; one that is refused becomes an error of its lines. It may be called again after a failure: nothing is applied twice.',
  access,
  also,
  params: idParams,
  body: ImportApplication,
  output: ImportProgress,
  transaction: 'own',
  problems: ['import_errors'],
  example: { params: { id: '3' }, body: { skip_errors: true }, output: example.progress },
  async handle({ params, body, caller, settings, recorder, record }) {
    const author = { caller, settings }
    const after = await applyImport(productImport, params.id, { ...body, author, record })
    recorder.audit({ target: ['import', params.id], as: ImportProgress, after })
    return after
  },
})
