import { type Kind, kinds } from '@/db/migrate'

/*
 * What migrations of each kind may contain (docs/decisions/055). Statements are read in the forms of drizzle-kit and of
 * `db/functions`; those in another form belong to no kind.
 */

/** In the order of locking (docs/decisions/032). Other tables are locked after them. */
const lockOrder = ['user', 'order', 'payment', 'refund', 'after_sale', 'shipment', 'shipping_report', 'sku', 'product']

/** Tables whose rows become more with customers, orders, products and requests. */
export const growing: readonly string[] = [
  ...lockOrder,
  ...[
    'address',
    'after_sale_item',
    'after_sale_log',
    'after_sale_picture',
    'buyer',
    'cart_item',
    'coupon',
    'coupon_code',
  ],
  ...[
    'deal_sku',
    'error_log',
    'event',
    'file_object',
    'file_use',
    'former_customer',
    'idempotency',
    'identity',
    'import_row',
  ],
  ...['invoice', 'known_network', 'login_log', 'notice_read', 'oper_log', 'operation', 'order_discount', 'order_item'],
  ...['order_item_discount', 'order_log', 'order_note', 'order_pickup', 'order_print', 'payment_event'],
  ...['platform_message', 'product_past_name', 'refund_item', 'session', 'shipment_item', 'stock_log', 'stock_told'],
]

const name = '(?:"?public"?\\.)?"?(\\w+)"?'

const plain = (statement: string) =>
  statement
    .replaceAll(/^--.*$/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/;$/, '')

const parse = (statement: string, pattern: string) => new RegExp(`^${pattern}`, 'i').exec(plain(statement))?.slice(1)

const createdTable = (statement: string) => parse(statement, `create table ${name}`)?.[0]
const changedTable = (statement: string) => parse(statement, `(?:update|insert into|delete from) ${name}[ (]`)?.[0]
const alteredTable = (statement: string) => parse(statement, `alter table ${name} `)?.[0]
const addedConstraint = (statement: string) => parse(statement, `alter table ${name} add constraint "(\\w+)"`)
const indexedTable = (statement: string) => parse(statement, `create (?:unique )?index "\\w+" on ${name} `)?.[0]
const triggeringTable = (statement: string) => parse(statement, `create or replace trigger \\w+ .*? on ${name} `)?.[0]
const createdTables = (statements: readonly string[]) => new Set(statements.map(createdTable))

/** The first statement of an `expand`; undefined if it changes no table that exists. */
function lockFor(statements: readonly string[]): string | undefined {
  const created = createdTables(statements)
  const tables = statements.flatMap((statement) => [
    ...[alteredTable, changedTable, indexedTable, triggeringTable].flatMap((tableOf) => tableOf(statement) ?? []),
    ...Array.from(statement.matchAll(/ references "public"\."(\w+)"/gi), ([, table = '']) => table),
  ])
  const rankOf = (table: string) => (lockOrder.includes(table) ? lockOrder.indexOf(table) : lockOrder.length)
  const sorted = [...new Set(tables)]
    .filter((table) => !created.has(table))
    .toSorted()
    .toSorted((a, b) => rankOf(a) - rankOf(b))
  return sorted.length === 0 ? undefined : `LOCK TABLE ${sorted.map((table) => `"${table}"`).join(', ')};`
}

/** Divides what drizzle-kit has written by kinds, in their order, and writes each statement in the form of its kind. */
export function byKind(statements: readonly string[]): Map<Kind, string[]> {
  const created = createdTables(statements)
  const isBig = (table: string | undefined) => table !== undefined && growing.includes(table) && !created.has(table)
  const divided = new Map<Kind, string[]>()
  const add = (kind: Kind, statement: string) => divided.set(kind, [...(divided.get(kind) ?? []), statement])
  for (const statement of statements) {
    const [table, constraint] = addedConstraint(statement) ?? []
    if (isBig(indexedTable(statement))) add('index', statement.replace(/ index /i, ' INDEX CONCURRENTLY '))
    else if (isBig(table)) {
      add('expand', statement.replace(/;?$/, ' NOT VALID;'))
      add('validate', `ALTER TABLE "${table}" VALIDATE CONSTRAINT "${constraint}";`)
    } else if (/\bdrop (?:index|table|column) /i.test(statement))
      add(
        'contract',
        statement
          .replace(/drop index /i, 'DROP INDEX CONCURRENTLY ')
          .replace(/drop (index concurrently|table|column) /i, 'DROP $1 IF EXISTS '),
      )
    else add('expand', statement)
  }
  const expand = divided.get('expand') ?? []
  const lock = lockFor(expand)
  if (lock) divided.set('expand', [lock, ...expand])
  return new Map(kinds.flatMap((kind) => (divided.has(kind) ? [[kind, divided.get(kind) ?? []] as const] : [])))
}

const forms: Record<Exclude<Kind, 'expand' | 'data'>, RegExp> = {
  index: /^(?:create (?:unique )?index|reindex index) concurrently "\w+"/i,
  validate: /^alter table "\w+" validate constraint "\w+"$/i,
  contract:
    /^(?:drop index concurrently if exists "\w+"|alter table "\w+" drop column if exists "\w+"|drop table if exists "\w+"(?: cascade)?)$/i,
}

function faultOfExpand(statement: string, isBig: (table: string) => boolean): string | undefined {
  const text = plain(statement)
  if (/^create (?:table|or replace (?:function|trigger)) /i.test(text)) return
  const rows = changedTable(statement) ?? indexedTable(statement)
  if (rows) return isBig(rows) ? `reads rows of ${rows} under its lock` : undefined
  const table = alteredTable(statement)
  if (!table) return 'is no statement of an expand'
  if (/ drop column | rename | set not null$| type /i.test(text)) return 'breaks servers of the version before'
  if (!isBig(table)) return
  if (/ add constraint (?!.* not valid$)/i.test(text)) return `reads rows of ${table} under its lock`
  return / add column .* (?:check|unique|references|generated|primary|default [^ ]*\() ?/i.test(text)
    ? `reads rows of ${table} under its lock`
    : undefined
}

/** Whether the statement is run for the rows with ids after $1 and up to $2. */
const isBatched = (statement: string) =>
  /^-- in batches of "\w+"$/m.test(statement) && /> \$1\b[\s\S]*<= \$2\b/.test(statement)

function faultOfData(statement: string): string | undefined {
  if (!/^(?:with|insert|update|delete) /i.test(plain(statement))) return 'is no change of rows'
  const big = growing.filter((table) =>
    new RegExp(`\\b(?:from|join|update|into) "?${table}"?(?!\\w)`, 'i').test(statement),
  )
  return big.length === 0 || isBatched(statement) ? undefined : `reads rows of ${big.join(', ')} without batches`
}

/** Names the statements that do not belong into a migration of this kind. */
export function faultsOf(kind: Kind, statements: readonly string[]): string[] {
  const created = createdTables(statements)
  const lock = kind === 'expand' ? lockFor(statements) : undefined
  const others = lock && statements[0]?.trim() === lock ? statements.slice(1) : statements
  const found = others.flatMap((statement) => {
    const fault =
      kind === 'expand'
        ? faultOfExpand(statement, (table) => growing.includes(table) && !created.has(table))
        : kind === 'data'
          ? faultOfData(statement)
          : forms[kind].test(plain(statement))
            ? undefined
            : `is no statement of kind ${kind}`
    return fault ? [`${plain(statement).slice(0, 60)} ${fault}`] : []
  })
  return lock && others === statements ? [`The first statement is not: ${lock}`, ...found] : found
}
