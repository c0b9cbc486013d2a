import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { import_row } from '@/db/schema/import'
import { promotion } from '@/db/schema/promotion'
import { identity, user } from '@/db/schema/user'
import { holds } from '@/lib/kit/api/endpoint/caller'
import { id as idField, mobile as mobileField } from '@/lib/kit/api/endpoint/fields'
import { invalid, type Problem, problem } from '@/lib/kit/api/endpoint/problem'
import type { Database } from '@/lib/kit/database'
import { type Read, readNumber, readWhole } from '@/lib/kit/import/cells'
import {
  type AnalyzedLine,
  type ImportAuthor,
  type ImportKind,
  LinesRefused,
  type SheetLine,
  toldAtLines,
} from '@/lib/kit/import/kind'
import { profileColumns } from '@/lib/kit/people/columns'
import { nameOfCustomer } from '@/lib/kit/people/name'
import { hadBefore, isNewcomer } from '@/lib/pricing/newcomer'
import { type GrantColumn, grantColumns, sheetWords } from './columns'
import { grant } from './grant'

/** A line per customer. Each gets one coupon of a promotion. */
export const grantImport: ImportKind = {
  name: 'coupon',
  columns: grantColumns,
  keys: ['user_id', 'mobile'],
  other_columns: 'ignored',
  dates: [],
  guarded: { mobile: 'cms.customer.list' },
  words: sheetWords,
  record: sql`${import_row.target} ->> 'user_id'`,
  analyze: async () => {
    throw new Error('the file was read without its promotion')
  },
  async apply(db, rows, { recorder }) {
    for (const { line, target, result } of rows) {
      const { promotion_id, user_id } = target
      if (result !== 'create') continue
      if (promotion_id === undefined || user_id === undefined)
        throw new Error('a line without a customer was to be applied')
      const at = (code: string) => new Map([[line, [{ column: 'customer', code, value: null }]]])
      await toldAtLines(
        async () => {
          const [granted] = await grant(db, promotion_id, [user_id], recorder)
          if (!granted?.reason) return
          const code = granted.reason === 'first_order' ? 'coupon_unusable' : granted.reason
          throw new LinesRefused(problem(code), at(code))
        },
        (refused) => at(codeOfAll(refused)),
      )
    }
  },
}

export const grantImportOf = (promotion_id: number): ImportKind => ({
  ...grantImport,
  analyze: (db, lines, author) => analyze(db, lines, author, promotion_id),
})

/** Of a refusal that concerns all customers: the promotion is over, or has no coupons left. */
const codeOfAll = ({ code }: Problem) =>
  code === 'limit_reached' ? 'out_of_range' : code === 'not_found' ? 'not_allowed' : code

interface Known {
  id: number
  nickname: string
  username: string | null
  mobile: string | null
  is_newcomer: boolean
  /** Coupons of the promotion, also in closed accounts. */
  own: number
}

interface Cells {
  sheet: SheetLine
  errors: AnalyzedLine['errors']
  user_id: number | undefined
  mobile: string | undefined
}

async function analyze(
  db: Database,
  lines: SheetLine[],
  { caller }: ImportAuthor,
  promotion_id: number,
): Promise<AnalyzedLine[]> {
  const [offer] = await db
    .select({ ...offerColumns, is_over: sql<boolean>`${promotion.ends_at} <= now()` })
    .from(promotion)
    .where(eq(promotion.id, promotion_id))
  if (!offer) throw invalid('body', 'promotion_id', 'not_found', 'There is no such promotion.')
  if (offer.coupon_source === null || !offer.enabled || offer.is_over)
    throw invalid('body', 'promotion_id', 'not_allowed', 'It has no coupons, is over, or was stopped.')
  const sees_customers = holds(caller, 'cms.customer.list')
  const read = lines.map((line) => cellsOf(line, sees_customers))
  const known = await readCustomers(db, read, promotion_id)
  const byId = new Map(known.map((one) => [one.id, one]))
  const byMobile = new Map(known.flatMap((one) => (one.mobile === null ? [] : [[one.mobile, one] as const])))
  const seen = new Set<number>()
  let left = offer.total === null ? Number.POSITIVE_INFINITY : offer.total - offer.taken_count
  return read.map(({ sheet, errors, user_id, mobile }) => {
    const { line } = sheet
    const fail = (column: GrantColumn, code: string) => void errors.push(errorOf(sheet, column, code))
    const customer = user_id === undefined ? byMobile.get(mobile ?? '') : byId.get(user_id)
    const key = user_id === undefined ? 'mobile' : 'user_id'
    if (errors.length === 0) {
      if (!customer) fail(key, 'not_found')
      else if (mobile !== undefined && mobile !== customer.mobile) fail('mobile', 'ambiguous')
      else if (seen.has(customer.id)) fail(key, 'duplicate')
      else if (offer.audience === 'first_order' && !customer.is_newcomer) fail('customer', 'coupon_unusable')
      else if (offer.per_customer !== null && customer.own >= offer.per_customer) fail('customer', 'limit_reached')
      else if (left === 0) fail('customer', 'out_of_range')
    }
    const target = { promotion_id, ...(customer && { user_id: customer.id }) }
    if (errors.length > 0 || !customer) return { line, record_line: line, result: 'error', target, changes: {}, errors }
    seen.add(customer.id)
    left -= 1
    const changes: AnalyzedLine['changes'] = {
      user_id: [null, String(customer.id)],
      customer: [null, nameOfCustomer(customer, undefined)],
      ...(mobile !== undefined && { mobile: [null, mobile] }),
    }
    return { line, record_line: line, result: 'create', target, changes, errors }
  })
}

const offerColumns = {
  enabled: promotion.enabled,
  coupon_source: promotion.coupon_source,
  audience: promotion.audience,
  per_customer: promotion.per_customer,
  total: promotion.total,
  taken_count: promotion.taken_count,
}

const errorOf = ({ cells }: SheetLine, column: GrantColumn, code: string) => ({
  column,
  code,
  value: (cells.get(column) ?? '').slice(0, 200) || null,
})

function cellsOf(sheet: SheetLine, sees_customers: boolean): Cells {
  const errors = [...sheet.errors]
  const given = (column: GrantColumn) => sheet.cells.get(column) ?? ''
  const read = <Value>(column: GrantColumn, reader: (text: string) => Read<Value>): Value | undefined => {
    if (given(column) === '') return undefined
    const result = reader(given(column))
    if ('value' in result) return result.value
    errors.push(errorOf(sheet, column, result.code))
    return undefined
  }
  const user_id = read('user_id', (text) => readWhole(text, idField))
  const isHidden = given('mobile') !== '' && !sees_customers
  if (isHidden) errors.push(errorOf(sheet, 'mobile', 'forbidden'))
  const mobile = isHidden
    ? undefined
    : read('mobile', (text) => readNumber(text, mobileField, sheet.texts.has('mobile')))
  if (given('user_id') === '' && given('mobile') === '') errors.push(errorOf(sheet, 'user_id', 'required'))
  return { sheet, errors, user_id, mobile }
}

const mobileType = 102

async function readCustomers(db: Database, cells: readonly Cells[], promotion_id: number): Promise<Known[]> {
  const ids = cells.flatMap(({ user_id }) => user_id ?? [])
  const mobiles = cells.flatMap(({ mobile }) => mobile ?? [])
  const own = sql`"user".id`
  return db
    .select({
      id: user.id,
      nickname: user.nickname,
      username: profileColumns.username,
      mobile: profileColumns.mobile,
      is_newcomer: sql<boolean>`${isNewcomer(own)}`,
      own: sql<number>`(select count(*)::int from coupon c where c.user_id = ${own} and c.promotion_id = ${promotion_id})
        + ${hadBefore(own, sql`${promotion_id}::int`)}`,
    })
    .from(user)
    .where(
      and(
        eq(user.kind, 'customer'),
        sql`${user.deleted_at} is null`,
        or(
          inArray(user.id, ids),
          inArray(
            user.id,
            db
              .select({ id: identity.user_id })
              .from(identity)
              .where(and(eq(identity.type, mobileType), inArray(identity.identifier, mobiles))),
          ),
        ),
      ),
    )
}
