import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { guarded, looksGuarded } from './csv-cell'
import { cellsOf, type FileWriter, textOf } from './file-stream'
import { Yuan } from './yuan'

/* Each batch becomes packed rows of a sheet, so that the table is never in memory as a whole. */

/** Limit of a sheet in Excel. Further lines are written to further sheets. */
const maxLines = 1_048_576

/** Characters of a cell in Excel. Longer texts are cut. */
const maxCell = 32_767

/** The index in `cellXfs`, the list of styles in the XLSX file. */
const styles = { number: 0, text: 1, amount: 2, head: 3 } as const

const namespace = 'http://schemas.openxmlformats.org'
const main = `xmlns="${namespace}/spreadsheetml/2006/main"`
const relations = `${namespace}/officeDocument/2006/relationships`
const contents = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** Equal in every export. */
const parts = {
  '[Content_Types].xml': `<Types xmlns="${namespace}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="${contents}.worksheet+xml"/><Override PartName="/xl/workbook.xml" ContentType="${contents}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${contents}.styles+xml"/></Types>`,
  '_rels/.rels': relationsOf([['officeDocument', 'xl/workbook.xml']]),
  // 49 is the format "text", 2 is "0.00".
  'xl/styles.xml': `<styleSheet ${main}><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf xfId="0"/><xf xfId="0" numFmtId="49" applyNumberFormat="1"/><xf xfId="0" numFmtId="2" applyNumberFormat="1"/><xf xfId="0" numFmtId="49" applyNumberFormat="1" fontId="1" applyFont="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
}

function relationsOf(targets: readonly (readonly [type: string, target: string])[]): string {
  const each = targets.map(
    ([type, target], at) => `<Relationship Id="r${at + 1}" Type="${relations}/${type}" Target="${target}"/>`,
  )
  return `<Relationships xmlns="${namespace}/package/2006/relationships">${each.join('')}</Relationships>`
}

/** Codes as texts, numbers and amounts as numbers. `isForPeople`: escapes what an import would take for escaped. */
export function xlsxWriter(
  columns: readonly string[],
  { isForPeople, linesPerSheet = maxLines }: { isForPeople: boolean; linesPerSheet?: number },
): FileWriter {
  let chunks: Uint8Array[] = []
  const archive = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(chunk)
  })
  const add = (name: string, text: string) => {
    const part = new ZipPassThrough(name)
    archive.add(part)
    part.push(strToU8(declaration + text), true)
  }
  for (const [name, text] of Object.entries(parts)) add(name, text)
  const names = columns.map((_, at) => columnName(at))
  const rowOf = (cells: readonly unknown[], line: number, style: Style) =>
    `<row r="${line}">${cells.map((cell, at) => cellOf(cell, `${names[at]}${line}`, style)).join('')}</row>`
  const head = `${declaration}<worksheet ${main}><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" state="frozen"/></sheetView></sheetViews>${columnsOf(columns)}<sheetData>${rowOf(columns, 1, 'head')}`
  let sheets = 0
  let lines = 0
  let sheet: ZipDeflate
  const begin = () => {
    sheets += 1
    lines = 1
    sheet = new ZipDeflate(`xl/worksheets/sheet${sheets}.xml`, { level: 1 })
    archive.add(sheet)
    return head
  }
  const end = (text: string) => sheet.push(strToU8(`${text}</sheetData></worksheet>`), true)
  let text = begin()
  return (items, isLast) => {
    for (const item of items) {
      if (lines === linesPerSheet) {
        end(text)
        text = begin()
      }
      lines += 1
      const cells = cellsOf(columns, item)
      text += rowOf(isForPeople ? cells.map(unambiguous) : cells, lines, 'text')
    }
    if (isLast) {
      end(text)
      const all = Array.from({ length: sheets }, (_, at) => at + 1)
      add(
        'xl/workbook.xml',
        `<workbook ${main} xmlns:r="${relations}"><sheets>${all.map((one) => `<sheet name="${one}" sheetId="${one}" r:id="r${one}"/>`).join('')}</sheets></workbook>`,
      )
      const targets = all.map((one) => ['worksheet', `worksheets/sheet${one}.xml`] as const)
      add('xl/_rels/workbook.xml.rels', relationsOf([...targets, ['styles', 'styles.xml']]))
      archive.end()
    } else sheet.push(strToU8(text))
    text = ''
    const bytes = Buffer.concat(chunks)
    chunks = []
    return bytes
  }
}

type Style = 'text' | 'head'

/** Also empty cells, so that a tracking number typed later keeps all its digits. */
const columnsOf = ({ length }: readonly string[]) =>
  `<cols><col min="1" max="${length}" width="18" customWidth="1" style="${styles.text}"/></cols>`

function cellOf(cell: unknown, place: string, style: Style): string {
  if (typeof cell === 'number') return `<c r="${place}" s="${styles.number}"><v>${cell}</v></c>`
  if (cell instanceof Yuan) return `<c r="${place}" s="${styles.amount}"><v>${cell}</v></c>`
  const text = textOf(cell)
  if (text === '') return ''
  return `<c r="${place}" s="${styles[style]}" t="inlineStr"><is><t xml:space="preserve">${escaped(cut(text))}</t></is></c>`
}

/** From index 0: `A` to `Z`, then `AA`. */
const columnName = (at: number): string =>
  (at < 26 ? '' : columnName(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26))

const cut = (text: string) => (text.length > maxCell ? `${text.slice(0, maxCell - 1)}…` : text)

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** A character that XML does not allow becomes `_x0008_`; in such a text, the first `_` is escaped. */
const escaped = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(
      /[&<>\ufffe\uffff]|(?![\t\n])\p{Cc}|_(?=x[\dA-Fa-f]{4}_)/gu,
      (one) => entities[one] ?? `_x${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )

/** No text of XLSX is a formula, but imports remove apostrophes from XLSX too, as users save CSV exports as XLSX. */
const unambiguous = (cell: unknown) => (typeof cell === 'string' && looksGuarded(cell) ? guarded(cell) : cell)
