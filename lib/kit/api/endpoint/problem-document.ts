import { z } from 'zod'
import { couponRefusals, promotionGains, revokeRefusals, undeliverableReasons, unsellableReasons } from '@/db/enums'
import { faultCodes } from './fault'
import { type ProblemCode, problemCodes } from './problem'

/* Not in `problem.ts`: forms load that file in the browser. */

export const problemHelp: Record<ProblemCode, string> = {
  invalid_request:
    'A path, query, header or body value is not valid, or refers to something that does not exist. invalid_params has the name and reason for each.',
  unauthenticated:
    'The token is missing, unknown, revoked or expired. Sign in again with POST /v1/token and repeat the request.',
  invalid_credentials: 'The sign-in was refused. The response is the same for an unknown account and a wrong secret.',
  forbidden:
    'The caller is signed in but is the wrong kind of user, lacks a permission, or is not allowed to do this by a rule; detail says which. Signing in again does not help.',
  secret_expired:
    'Change the password with PUT /v1/user/password; until then only this endpoint, GET /v1/user and DELETE /v1/token work.',
  not_found: 'The path does not exist, or the resource does not exist or belongs to another user.',
  method_not_allowed: 'The path exists, but not with this method; the Allow header lists the methods that it has.',
  request_timeout:
    'The body must arrive within 30 seconds, a form with a file within 10 minutes and without a pause of 30 seconds. The connection is closed; send the request again.',
  already_exists:
    'A value that must be unique is already in use; invalid_params names it. Or the request was done before under its Idempotency-Key, and the answer had a secret, which is not shown again.',
  in_use: 'Something else refers to the resource, so it cannot be deleted; detail says what.',
  limit_reached: 'The caller already has the maximum number of these; detail has the number.',
  out_of_stock:
    'Nothing was done. shortages lists each SKU with the requested and the available number; an unknown or withdrawn SKU counts as 0.',
  not_deliverable:
    'No order was placed: some goods are not delivered to the address, or not collected at a store. items names them and says why. Choose another address or way, or leave them out.',
  stale_stock:
    'Pieces were sold or adjusted since they were counted; nothing was changed. items lists each SKU with the expected and the present number.',
  not_sellable: 'reasons says what is missing. Nothing was changed.',
  import_errors:
    'Nothing was imported. Mend the lines and send the file again, or repeat the request with skip_errors.',
  price_changed: 'No order was placed. The response has the current amounts: show them and ask again.',
  amount_changed: 'Nothing was done: not expected_amount but amount would be paid back. Show it and ask again.',
  coupon_unusable:
    'Nothing was done: the coupon does not apply to these goods or to this customer, or it is taken or over. reason says why: choose another one, or none.',
  cart_changed: 'No order was placed: the cart has fewer of these pieces. Read it again; an order may have taken them.',
  shop_closed:
    'No order was placed: the shop is closed until the moment in until. Show its message, which may be empty, and the time. The cart stays, and orders that exist can be paid.',
  order_state: 'The order does not allow this action in its current status; detail names both. Read the order again.',
  invoice_decided:
    'The shop has issued or refused the invoice, so its request is not changed any more. Read the invoice again.',
  address_asked:
    'The customer asks to send the order to another address. Accept or refuse it with PUT /cms/order/{id}, then ship.',
  already_collected: 'The goods of this order were handed over at collected_at. Nothing was changed.',
  other_store: 'The order is collected at another store, which store names. Nothing was changed.',
  after_sale_open:
    'Pieces that the request names are in an open return request, which decides about them. Nothing was changed.',
  receipt_unconfirmed:
    'The customer has not confirmed the receipt on the platform, so the order stays as it is. Open the confirmation of the mini-program again.',
  payer_missing:
    'The account has no mini-program user, so the provider does not know who pays, or such an account takes a coupon. Send a code of wx.login to PUT /v1/user/mini_program and try again.',
  stale_version:
    'You sent a version that is not the current one; nothing was changed. updated_by and updated_at say who made the last change, and when.',
  in_progress:
    'The first request with this Idempotency-Key is still running. Send the same again after the seconds in Retry-After.',
  quota_exceeded:
    'The files would have more bytes than the setting file.quota_mb allows, of which the pictures of customers may have a quarter, and those of one customer 32 MiB. GET /cms/file/limit has the used bytes. Delete unused files, or raise the setting.',
  events_gone: 'Events after after are no longer kept. Read the records again, then continue after oldest.',
  payload_too_large:
    'The body is larger than the endpoint accepts; the limit for JSON is 1 MiB, of endpoints that take no token 64 KiB. URL and headers together may have 16 KiB.',
  unsupported_media_type:
    'The endpoint does not accept this type of body; send JSON with Content-Type: application/json.',
  idempotency_key_reused: 'This key was already used for a different request. Use a new key for every new intention.',
  too_many_requests: 'Wait for the number of seconds in Retry-After, then try again.',
  account_locked:
    'Even the right secret is refused until the seconds in Retry-After have passed. Existing sessions continue to work.',
  internal_error:
    'The request is not the cause. The failure is logged under request_id; quote it when you ask for help.',
  provider_error:
    'The mini-program platform or the payment provider failed. No partial changes remain; try again later.',
  unavailable:
    'The database cannot be reached, no connection was free in time, or too many passwords are being checked. Try again after the seconds in Retry-After.',
  storage_full:
    'The server has no space left for files, or may not write to their folder. Nothing was stored. The operator of the server must free space.',
}

const everyProblem = {
  type: z.string().meta({ description: 'Where the code is explained' }),
  title: z.string(),
  status: z.int(),
  detail: z.string().meta({ description: 'An English sentence about this very failure' }),
  request_id: z.string().meta({ description: 'Names this request in the logs' }),
  retry_after: z
    .int()
    .optional()
    .meta({ description: 'The seconds of Retry-After, for clients that cannot read headers' }),
}

export const InvalidParam = z.object({
  in: z.enum(['path', 'query', 'header', 'body']),
  name: z.string().meta({ description: 'A path such as items.0.count' }),
  reason: z.string().meta({ description: 'An English sentence' }),
  code: z.enum(faultCodes).meta({ description: 'What is wrong; translate this' }),
  params: z.record(z.string(), z.unknown()).optional().meta({ description: 'Values for the text of the code' }),
})

export const FileUse = z
  .object({
    table: z.string(),
    record_id: z.int(),
    field: z.string().meta({ description: 'The column, such as images or content' }),
    owner: z
      .object({ type: z.string(), id: z.int(), name: z.string() })
      .nullable()
      .meta({ description: 'The record as the admin shows it: of a banner item, the banner' }),
  })
  .meta({ id: 'FileUse' })

export const Shortage = z.object({ sku_id: z.int(), requested: z.int(), available: z.int() })

/** The lines that cannot be delivered to the address, or collected at a store. */
export const Undeliverables = z.array(
  z
    .object({
      sku_id: z.int(),
      name: z.string(),
      reason: z.enum(undeliverableReasons).meta({
        description:
          'region: the shop does not deliver it there; no_rule: there is no shipping fee for the region; weight: the SKU has no weight; pickup_only: it is only collected at a store; express_only: it is only sent',
      }),
    })
    .meta({ id: 'UndeliverableLine' }),
)

const invalid_params = z.array(InvalidParam)
const amount = z.int().min(0)

const order_no = z
  .string()
  .optional()
  .meta({ description: 'Of several orders in one request: the one that is refused' })

const ofState = {
  order_no,
  state: z.string().optional().meta({ description: 'The status of the order, return request or invoice' }),
  reason: z
    .enum(['part_shipped', 'nothing_left', 'pickup', 'express', 'too_late', ...revokeRefusals])
    .optional()
    .meta({ description: 'What prevents it, if not the state' }),
  allowed: z.array(z.string()).optional().meta({ description: 'The states in which it is possible' }),
}

const ofOpenCase = {
  order_no,
  reason: z.literal('after_sale_open').optional(),
  order_item_id: z.int().optional().meta({ description: 'The line with the open return request' }),
  case_id: z.int().optional().meta({ description: 'The open return request' }),
}

export const furtherMembers = {
  invalid_request: { invalid_params: invalid_params.optional() },
  already_exists: {
    invalid_params: invalid_params.optional(),
    id: z.int().optional().meta({ description: 'Under an Idempotency-Key: the record that was created' }),
    file: z
      .object({ id: z.int(), name: z.string() })
      .optional()
      .meta({ description: 'Of the content of a file: the file that has it' }),
  },
  already_collected: { collected_at: z.iso.datetime() },
  other_store: { store: z.object({ id: z.int(), name: z.string() }) },
  in_use: {
    uses: z.array(FileUse).optional().meta({ description: 'Of a file: the first 20 records that use it' }),
    total: z.int().optional().meta({ description: 'Of a file: how many uses there are' }),
    promotion: z
      .object({ id: z.int(), name: z.string() })
      .optional()
      .meta({ description: 'Of a category: the promotion that has no other' }),
  },
  forbidden: {
    permission: z.string().optional().meta({ description: 'The permission code that the caller lacks' }),
  },
  out_of_stock: {
    shortages: z.array(Shortage),
  },
  not_deliverable: {
    items: Undeliverables,
  },
  stale_stock: {
    items: z.array(z.object({ sku_id: z.int(), expected: z.int(), present: z.int() })),
  },
  not_sellable: {
    reasons: z.array(z.enum(unsellableReasons)).meta({
      description:
        'no_sku: no SKU is enabled; price: an enabled one has none; no_image; category: it is disabled; weight: an enabled SKU has none, and the shipping template charges by weight',
    }),
    product_ids: z
      .array(z.int())
      .optional()
      .meta({ description: 'With a change of a shipping template: the products without weights, at most 20' }),
  },
  import_errors: {
    errors: amount.meta({ description: 'How many lines have errors' }),
  },
  coupon_unusable: {
    coupon_id: z.int().optional().meta({ description: 'The coupon; missing where a coupon cannot be taken' }),
    reason: z.enum(couponRefusals),
    missing_amount: amount.optional().meta({ description: 'With below: the fen that are missing' }),
    missing_pieces: z.int().optional().meta({ description: 'With below: the pieces that are missing' }),
  },
  price_changed: {
    items_amount: amount,
    freight_amount: amount,
    discount_amount: amount,
    total_amount: amount,
    items: z.array(z.object({ sku_id: z.int(), price: amount, count: z.int() })),
    discounts: z
      .array(
        z.object({
          promotion_id: z.int(),
          coupon_id: z.int().nullable(),
          gives: z.enum(promotionGains),
          label: z.string(),
          amount,
        }),
      )
      .meta({ description: 'The promotions that apply' }),
    refused_deals: z
      .array(z.object({ sku_id: z.int(), reason: z.enum(['sold_out', 'limit']), pieces: z.int() }))
      .meta({ description: 'Pieces to which the deal of their line does not apply' }),
  },
  amount_changed: {
    amount: amount.meta({ description: 'What would be paid back now, in fen' }),
  },
  shop_closed: {
    message: z.string().meta({ description: 'What the shop tells its customers; may be empty' }),
    until: z.iso.datetime().meta({ description: 'The first moment in which orders are taken again' }),
  },
  events_gone: { oldest: z.int().meta({ description: 'The smallest after that is possible' }) },
  order_state: ofState,
  after_sale_open: ofOpenCase,
  stale_version: {
    order_no,
    version: z.int().meta({ description: 'The current one' }),
    updated_by: z
      .object({ id: z.int(), nickname: z.string(), username: z.string().nullable() })
      .nullable()
      .meta({ description: 'Who was faster; null: the system' }),
    updated_at: z.string().meta({ format: 'date-time' }),
  },
} as const satisfies Partial<Record<ProblemCode, z.ZodRawShape>>

export const hasFurtherMembers = (code: ProblemCode): code is keyof typeof furtherMembers =>
  Object.hasOwn(furtherMembers, code)

/** `OutOfStockProblem` for `out_of_stock`. */
const schemaName = (code: ProblemCode) =>
  `${code.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())}Problem`

const special = problemCodes.filter(hasFurtherMembers)
const plain = problemCodes.filter((code) => !hasFurtherMembers(code))

const PlainProblem = z.looseObject({ ...everyProblem, code: z.enum(plain) }).meta({ id: 'PlainProblem' })

const reference = (name: string) => `#/components/schemas/${name}`

/** A union by `code`, for clients and the API reference. */
export const ProblemDocument = z
  .discriminatedUnion('code', [
    PlainProblem,
    ...special.map((code) =>
      z.looseObject({ ...everyProblem, code: z.literal(code), ...furtherMembers[code] }).meta({ id: schemaName(code) }),
    ),
  ])
  .meta({
    id: 'Problem',
    discriminator: {
      propertyName: 'code',
      mapping: Object.fromEntries(
        problemCodes.map((code) => [code, reference(hasFurtherMembers(code) ? schemaName(code) : 'PlainProblem')]),
      ),
    },
  })
