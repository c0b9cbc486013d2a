import { type Problem, type ProblemCode, problem, tooMany } from '../endpoint/problem'

const requestId = 'f3b1c2d45e6f4a7b'

/** For codes whose problems have further members or a `detail`. */
const examples: Partial<Record<ProblemCode, Problem>> = {
  invalid_request: problem('invalid_request', {
    detail: 'items.0.count: This must be at most 999.',
    invalid_params: [
      {
        in: 'body',
        name: 'items.0.count',
        reason: 'This must be at most 999.',
        code: 'too_big',
        params: { maximum: 999 },
      },
    ],
  }),
  unauthenticated: problem('unauthenticated', { detail: 'The token is unknown, revoked or expired.' }),
  forbidden: problem('forbidden', { detail: 'Only customers may call this endpoint.' }),
  not_found: problem('not_found', { detail: 'There is no such product.' }),
  method_not_allowed: problem('method_not_allowed', { detail: 'This path accepts GET, HEAD, OPTIONS.' }),
  request_timeout: problem('request_timeout', { detail: 'The body did not arrive in time.' }),
  already_exists: problem('already_exists', {
    detail: 'account: This is taken.',
    invalid_params: [{ in: 'body', name: 'account', reason: 'This is taken.', code: 'already_exists' }],
  }),
  limit_reached: problem('limit_reached', { detail: 'There may be at most 20 addresses.' }),
  out_of_stock: problem('out_of_stock', {
    detail: '1 of 2 lines cannot be delivered.',
    members: { shortages: [{ sku_id: 5, requested: 6, available: 3 }] },
  }),
  not_deliverable: problem('not_deliverable', {
    detail: '1 of 2 lines are not delivered to this address.',
    members: { items: [{ sku_id: 5, name: '紫砂壶', reason: 'region' }] },
  }),
  already_collected: problem('already_collected', {
    detail: 'The goods of this order were handed over already.',
    members: { collected_at: '2026-11-20T10:12:55.640Z' },
  }),
  other_store: problem('other_store', {
    detail: 'This order is collected at 青梧路店.',
    members: { store: { id: 1, name: '青梧路店' } },
  }),
  stale_stock: problem('stale_stock', {
    detail: '1 of 2 SKUs has another stock than expected.',
    members: { items: [{ sku_id: 5, expected: 6, present: 3 }] },
  }),
  not_sellable: problem('not_sellable', {
    detail: 'The product cannot be activated: no_image.',
    members: { reasons: ['no_image'] },
  }),
  import_errors: problem('import_errors', { detail: '3 lines have errors.', members: { errors: 3 } }),
  coupon_unusable: problem('coupon_unusable', {
    detail: 'Coupon 5 does not apply to this order: below.',
    members: { coupon_id: 5, reason: 'below', missing_amount: 1_200 },
  }),
  price_changed: problem('price_changed', {
    detail: 'The total is 25600, not 24800.',
    members: {
      items_amount: 25_600,
      freight_amount: 0,
      discount_amount: 0,
      total_amount: 25_600,
      items: [{ sku_id: 2, price: 12_800, count: 2 }],
      discounts: [],
      refused_deals: [],
    },
  }),
  amount_changed: problem('amount_changed', {
    detail: '12800 would be paid back, not 25600.',
    members: { amount: 12_800 },
  }),
  shop_closed: problem('shop_closed', {
    detail: 'The shop takes no orders until 2027-02-12T16:00:00.000Z.',
    members: { message: '春节休息，初七起发货', until: '2027-02-12T16:00:00.000Z' },
  }),
  order_state: problem('order_state', {
    detail: 'An order that is shipped cannot be cancelled; only one that is unpaid can.',
    members: { state: 'shipped', allowed: ['unpaid'] },
  }),
  in_use: problem('in_use', { detail: 'An order is unpaid or not yet shipped.' }),
  stale_version: problem('stale_version', {
    detail: 'This was changed by someone else; the current version is 4.',
    members: {
      version: 4,
      updated_by: { id: 2, nickname: '阿青', username: 'operator' },
      updated_at: '2026-11-20T02:15:04.120Z',
    },
  }),
  events_gone: problem('events_gone', {
    detail: 'Events up to 1040 were deleted: read the records again, then continue after it.',
    members: { oldest: 1_040 },
  }),
  payload_too_large: problem('payload_too_large', { detail: 'The body may have at most 1048576 bytes.' }),
  unsupported_media_type: problem('unsupported_media_type', { detail: 'Send the body as application/json.' }),
  too_many_requests: tooMany('too_many_requests', 'writes', 300, 42),
  account_locked: tooMany('account_locked', 'password', 5, 480),
  internal_error: problem('internal_error', {
    detail: `Something went wrong on the server. It is logged under ${requestId}.`,
  }),
  unavailable: problem('unavailable', { detail: 'The database did not answer. Try again.' }),
}

/** For the OpenAPI document and the page `/docs/errors`. */
export const problemExample = (code: ProblemCode) => (examples[code] ?? problem(code)).document(requestId)
