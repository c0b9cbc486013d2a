import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { connection } from '@/lib/kit/database'
import type { Database } from './connection/client'
import { functionTexts, replaceFunctions } from './testing/functions'

class RolledBack extends Error {}

/**
 * Makes a change to the migrated database and rolls it back. Returns the differences between the functions of the
 * changed database and the files in `db/functions`.
 */
async function differences(change: (tx: Database) => Promise<unknown> = async () => {}): Promise<string[]> {
  const { transaction } = await connection()
  let found: string[] = []
  const work = transaction(async (tx) => {
    await change(tx)
    const { changed, others } = await replaceFunctions(tx, functionTexts())
    found = [
      ...changed.map(({ name, isNew }) => (isNew ? `no migration has ${name}` : `the migrations have another ${name}`)),
      ...others.map((name) => `db/functions lacks ${name}`),
    ]
    throw new RolledBack()
  })
  await expect(work).rejects.toThrow(RolledBack)
  return found
}

test('functions and triggers of a migrated database are those of db/functions (npm run db:generate)', async () => {
  expect(await differences()).toEqual([])
})

test('every difference is named', async () => {
  const found = await differences(async (tx) => {
    for (const statement of [
      `create function of_no_file(a int) returns int language sql as 'select a'`,
      'create trigger of_no_file after update on "order" for each row execute function date_lines()',
      'drop trigger past_name on product',
      `create or replace function are_pieces(words text[]) returns boolean language sql immutable as 'select true'`,
      'create or replace trigger stock_level_of_added after insert on sku for each row execute function date_lines()',
    ])
      await tx.execute(sql.raw(statement))
  })
  expect(found).toEqual([
    'no migration has past_name on product',
    'the migrations have another are_pieces(text[])',
    'the migrations have another stock_level_of_added on sku',
    'db/functions lacks of_no_file on "order"',
    'db/functions lacks of_no_file(integer)',
  ])
})
