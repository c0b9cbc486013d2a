import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import journal from './migrations/meta/_journal.json'
import { narrowings, Snapshot } from './testing/narrowing'

const folder = join(import.meta.dirname, 'migrations')
const tags = journal.entries.map(({ tag }) => tag)
const snapshotOf = (at: number) =>
  Snapshot.parse(JSON.parse(readFileSync(join(folder, 'meta', `${String(at).padStart(4, '0')}_snapshot.json`), 'utf8')))

/** Before it, no shop ran. */
const firstJudged = 22

/** The lines `-- unused since 0030_name: table.column` of a migration: what it takes away, and since when no code reads it. */
const announced = (tag: string) =>
  [...readFileSync(join(folder, `${tag}.sql`), 'utf8').matchAll(/^-- unused since (\S+): (\S+)$/gm)].map(
    ([, since = '', what = '']) => ({ since, what }),
  )

/**
 * Old servers answer requests on the new schema until the last of them is replaced. So a schema is expanded first; what is
 * old is taken away by a later migration, when code that does not need it has been running.
 */
test.each(tags.slice(firstJudged))('%s leaves the code before it what it reads and writes', (tag) => {
  const at = tags.indexOf(tag)
  const earlier = new Set(tags.slice(0, at))
  const allowed = announced(tag).filter(({ since }) => earlier.has(since))
  const found = narrowings(snapshotOf(at - 1), snapshotOf(at)).filter(
    (one) => !allowed.some(({ what }) => one === `${what} is gone`),
  )
  expect(found).toEqual([])
})

describe('what is taken away is found', () => {
  const column = { type: 'text', notNull: false }
  const schema = (columns: Snapshot['tables'][string]['columns'] | undefined): Snapshot => ({
    tables: columns ? { 'public.sku': { name: 'sku', columns } } : {},
  })
  const before = schema({ name: column, price: { type: 'integer', notNull: true } })
  const price = { type: 'integer', notNull: true }

  test.each([
    ['a table', schema(undefined), ['sku is gone']],
    ['a column', schema({ price }), ['sku.name is gone']],
    ['a renamed column', schema({ title: column, price }), ['sku.name is gone']],
    ['another type', schema({ name: column, price: { ...price, type: 'text' } }), ['sku.price was integer']],
    ['a required value', schema({ name: { ...column, notNull: true }, price }), ['sku.name could be null']],
    ['a new required column', schema({ name: column, price, stock: price }), ['sku.stock has no default']],
  ])('%s', (_, after, found) => expect(narrowings(before, after)).toEqual(found))

  test('and nothing else: new tables, columns with a default, values that may be missing now', () => {
    const after = schema({ name: column, price: { ...price, notNull: false }, stock: { ...price, default: 0 } })
    expect(
      narrowings(before, { tables: { ...after.tables, 'public.new': { name: 'new', columns: { price } } } }),
    ).toEqual([])
  })

  test('the migration that dropped a column before any shop ran would be refused', () => {
    expect(narrowings(snapshotOf(20), snapshotOf(21))).toContain('refund.returns_stock is gone')
  })
})
