import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { allTables, constraintsOf, fieldOfConstraint } from '@/db/constraints'
import { endpoints } from '@/lib/endpoints'

/** Every field that a request body can name, at whatever depth. */
function fieldsIn(schema: unknown): string[] {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([name, field]) => [name, ...fieldsIn(field)])
  if (schema instanceof z.ZodArray) return fieldsIn(schema.element)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(fieldsIn)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return fieldsIn(schema.unwrap())
  return []
}

const fields = new Set(endpoints.flatMap(({ body }) => fieldsIn(body)))

/** Tables whose rows no request body describes, and why. */
const unwritten: Record<string, string> = {
  auth: 'written by the migration command, from the endpoints',
  base_entry: 'written by the migration command',
  config: 'keys are looked up in the registry and upserted',
  error_log: 'written by the pipeline, upserted by fingerprint',
  idempotency: 'written by the pipeline, which waits for the first of a key',
  login_log: 'written by the pipeline',
  oper_log: 'written by the pipeline',
  order_log: 'written along with its order',
  payment: 'numbers are drawn, its order is locked',
  payment_event: 'a second delivery is passed over',
  rate_limit: 'upserted',
  refund: 'numbers are drawn, its payment is locked',
  sandbox_account: 'made by the simulator',
  sandbox_code: 'made by the simulator',
  sandbox_delivery: 'made by the simulator',
  sandbox_refund: 'answered by the simulator in the platform’s words',
  sandbox_trade: 'answered by the simulator in the platform’s words',
  session: 'the token is drawn, the user is the caller',
  shipment: 'no endpoint writes it yet',
  stock_log: 'written along with the stock of its SKU, which is locked',
  banner: 'no endpoint writes it yet',
  banner_item: 'no endpoint writes it yet',
  category: 'no endpoint writes it yet',
  product: 'no endpoint writes it yet',
  sku: 'no endpoint writes it yet',
  theme_product: 'no endpoint writes it yet',
}

/** Constraints of other tables that no value of a request can break. */
const unbreakable: Record<string, string> = {
  address_user_id_user_id_fk: 'the caller',
  identity_user_id_user_id_fk: 'the user who is being written',
  order_user_id_user_id_fk: 'the caller',
  order_order_no: 'drawn',
  order_item_order_id_order_id_fk: 'the order that is being written',
  user_group_user_id_user_id_fk: 'the user who is being written',
  group_permission_group_id_group_id_fk: 'the group that is being written',
  group_permission_group_id_code_pk: 'a list whose duplicates count once',
}

const constraints = allTables()
  .flatMap(constraintsOf)
  // Ids are drawn by the database.
  .filter(({ kind, field }) => kind !== 'primary' || field !== 'id')

describe('a value that is taken or refers to nothing is refused at a field that clients know', () => {
  test.each(constraints)('$name', ({ table, name, field }) => {
    expect(field).not.toBe('')
    expect(fieldOfConstraint(name)).toBe(field)
    const isKnown = fields.has(field)
    const excused = table in unwritten || name in unbreakable
    expect(isKnown || excused, `no request body has ${field}: see about() in db/schema/columns.ts`).toBe(true)
  })

  test('nothing is excused that is not there', () => {
    const tables = new Set(constraints.map(({ table }) => table))
    const all = new Set(
      allTables()
        .flatMap(constraintsOf)
        .flatMap(({ table, name }) => [table, name]),
    )
    expect(Object.keys({ ...unwritten, ...unbreakable }).filter((name) => !all.has(name))).toEqual([])
    expect(tables.size).toBeGreaterThan(20)
  })
})

test.each([
  ['banner_name', 'name'],
  ['sku_sku_no', 'sku_no'],
  ['product_category_id_category_id_fk', 'category_id'],
  ['identity_type_identifier', 'account'],
  ['dict_one_default', 'is_default'],
  ['theme_product_product_id_product_id_fk', 'product_ids'],
  ['group_menu_menu_id_menu_id_fk', 'menu_ids'],
  ['no_such_constraint', undefined],
])('%s speaks of %s', (constraint, field) => expect(fieldOfConstraint(constraint)).toBe(field))
