import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { allTables, constraintsOf, fieldOfConstraint } from '@/db/constraints'
import { endpoints } from '@/lib/server/endpoints'

/** The names of all fields of a schema, at any depth. */
function fieldsIn(schema: unknown): string[] {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([name, field]) => [name, ...fieldsIn(field)])
  if (schema instanceof z.ZodArray) return fieldsIn(schema.element)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(fieldsIn)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return fieldsIn(schema.unwrap())
  return []
}

const fields = new Set(endpoints.flatMap(({ params, body }) => [...fieldsIn(params), ...fieldsIn(body)]))

/** Tables that no request body writes to directly, with the reason. */
const exemptTables: Record<string, string> = {
  after_sale: 'its number is generated, its order is locked',
  after_sale_item: 'from lines of the locked order, of which none is in an open case',
  after_sale_log: 'written along with its case',
  after_sale_picture: 'pictures of the caller that are in no case',
  api_key: 'its secret is random, its maker is the locked caller',
  article_version: 'written along with its article, which is locked',
  shipment_trace: 'its order is locked, inserted unless there',
  sandbox_parcel: 'of the simulated platform, upserted',
  auth: 'written by the migration command, from the endpoints',
  base_entry: 'written by the migration command',
  buyer: 'written by triggers',
  coupon: 'the caller or a locked customer, and a promotion that was found',
  coupon_code: 'generated',
  deal_sku: 'SKUs that were found, along with their promotion, upserted',
  config: 'keys are looked up in the registry and upserted',
  error_log: 'written by the pipeline, upserted by fingerprint',
  event: 'numbered under a lock',
  file_object: 'its keys are made here, its file or owner is being written',
  file_use: 'written by triggers',
  former_customer: 'written along with the closing of an account, upserted',
  idempotency: 'written by the pipeline, which makes requests with the same key wait',
  import: 'the kind is of the endpoint',
  import_row: 'written along with its import',
  known_network: 'written along with a sign-in, upserted',
  login_log: 'written by the pipeline',
  notice_read: 'the caller and a locked notice, ignored where it exists',
  oper_log: 'written by the pipeline',
  order_discount: 'written along with its order, from promotions that run, which are not deleted',
  order_item_discount: 'written along with its order',
  order_log: 'written along with its order',
  order_note: 'its order is locked',
  order_print: 'its orders were found',
  payment: 'its numbers are generated, its order is locked',
  payment_event: 'a repeated delivery is ignored',
  platform_message: 'a repeated delivery is ignored',
  rate_limit: 'upserted',
  refund: 'its numbers are generated, its payment is locked',
  refund_item: 'written along with its refund, from lines of the locked order',
  sandbox_account: 'made by the simulator',
  sandbox_code: 'made by the simulator',
  sandbox_upload: 'the simulated platform',
  sandbox_delivery: 'made by the simulator',
  sandbox_refund: 'the simulator answers with errors of the platform',
  sandbox_trade: 'the simulator answers with errors of the platform',
  session: 'the token is generated, the user is the caller',
  shipping_report: 'written along with its shipment, upserted',
  shipment_item: 'written along with its shipment, from lines of the locked order',
  stock_log: 'written along with the stock of its SKU, which is locked',
  stock_told: 'written by a job, upserted',
  carrier_account: 'from the platform, upserted',
  sandbox_carrier_account: 'of the simulated platform, upserted',
  sandbox_waybill: 'of the simulated platform, upserted',
  waybill: 'its key is counted while its order is locked, its account was found',
  waybill_order: 'its orders are locked',
  webhook: 'its maker is the locked caller',
  webhook_delivery: 'written by a job, upserted',
}

/** Constraints of other tables that no request can violate, each with the source of the constrained value. */
const exemptConstraints: Record<string, string> = {
  user_merged_into_user_id_fk: 'the caller',
  banner_item_banner_id_banner_id_fk: 'the banner that is being written',
  theme_product_theme_id_theme_id_fk: 'the theme that is being written',
  order_order_no: 'generated',
  invoice_object: 'a file that its uploader has not used yet',
  invoice_object_id_file_object_id_fk: 'a file that was found',
  invoice_replaces: 'the locked invoice, which becomes replaced',
  invoice_replaces_id_invoice_id_fk: 'the locked invoice',
  shipment_order_id_order_id_fk: 'the order that is being written',
  order_item_order_id_order_id_fk: 'the order that is being written',
  group_permission_group_id_group_id_fk: 'the group that is being written',
  group_permission_group_id_code_pk: 'a list without duplicates',
}

const constraints = allTables()
  .flatMap(constraintsOf)
  // Ids are generated by the database.
  .filter(({ kind, field }) => kind !== 'primary' || field !== 'id')

describe('a duplicate value or missing reference is refused at a field that clients know', () => {
  test.each(constraints)('$name', ({ table, name, field }) => {
    expect(field).not.toBe('')
    expect(fieldOfConstraint(name)).toBe(field)
    const isKnown = fields.has(field)
    const isExempt = table in exemptTables || name in exemptConstraints
    expect(isKnown || isExempt, `no path or request body has ${field}: see about() in db/schema/columns.ts`).toBe(true)
  })

  test('every exception names an existing table or constraint', () => {
    const tables = new Set(constraints.map(({ table }) => table))
    const all = new Set(
      allTables()
        .flatMap(constraintsOf)
        .flatMap(({ table, name }) => [table, name]),
    )
    expect(Object.keys({ ...exemptTables, ...exemptConstraints }).filter((name) => !all.has(name))).toEqual([])
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
])('the field of %s is %s', (constraint, field) => expect(fieldOfConstraint(constraint)).toBe(field))
