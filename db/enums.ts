/**
 * The kinds of users. Like every list in this file, defined once and used by columns with their check constraints, by
 * API schemas, and by pages. This file can be loaded in the browser, because it imports nothing.
 */

export const userKinds = ['customer', 'staff'] as const
export type UserKind = (typeof userKinds)[number]
export const genders = ['unknown', 'male', 'female'] as const
export type Gender = (typeof genders)[number]
export const userStatuses = ['active', 'disabled'] as const
export type UserStatus = (typeof userStatuses)[number]
export const clientTypes = ['mini_program', 'browser', 'other'] as const
export type ClientType = (typeof clientTypes)[number]

/** The types of account names with which users sign in. 100: user name, 101: email address, 102: phone number. */
export const accountTypes = [100, 101, 102] as const
export type AccountType = (typeof accountTypes)[number]
/**
 * The types of identities: the types in `accountTypes`, and 200 for the mini-program, where the platform's openid
 * identifies the user.
 */
export const identityTypes = [...accountTypes, 200] as const
export type IdentityType = (typeof identityTypes)[number]

/** The status of banners, categories, themes and dictionaries. */
export const visibilities = ['enabled', 'disabled'] as const
export type Visibility = (typeof visibilities)[number]
/** The status of articles and notices. */
export const publicationStatuses = ['draft', 'published', 'offline'] as const
export type PublicationStatus = (typeof publicationStatuses)[number]
/** The type of an article. 1: common, 2: company, 3: industry. */
export const articleTypes = [1, 2, 3] as const
export type ArticleType = (typeof articleTypes)[number]
/** The type of a notice. 1: notice, 2: announcement. */
export const noticeTypes = [1, 2] as const
export type NoticeType = (typeof noticeTypes)[number]
/** The readers of a notice. */
export const audiences = ['staff', 'customer', 'all'] as const
export type Audience = (typeof audiences)[number]
/** The author of a notice: a staff member, or the shop itself. */
export const noticeSources = ['staff', 'system'] as const
export type NoticeSource = (typeof noticeSources)[number]
/** The kinds of notices that the shop itself sends to staff. The text of a kind is the message `bell.system.<kind>`. */
export const systemNoticeKinds = [
  'payment_alarm',
  'refund_refused',
  'balance_short',
  'after_sale_undecided',
  'after_sale_uninspected',
  'shipping_refused',
  'shipping_reminded',
  'shipping_off',
  'event_unknown',
] as const
export type SystemNoticeKind = (typeof systemNoticeKinds)[number]
/** The unit by which a shipping template charges: pieces, or grams. */
export const freightCharges = ['piece', 'weight'] as const
export type FreightCharge = (typeof freightCharges)[number]
/**
 * The condition for free shipping if a shipping template has two limits, an amount and a number of pieces: the order
 * must reach either limit, or both.
 */
export const freightNeeds = ['either', 'both'] as const
export type FreightNeeds = (typeof freightNeeds)[number]
/**
 * The reasons why a customer cannot get a line by the chosen delivery method. `region`: the shipping template excludes
 * the region. `no_rule`: the shipping template has no rule for the region. `weight`: the SKU has no weight.
 * `pickup_only`: the product can only be collected at a store. `express_only`: the product can only be shipped.
 */
export const undeliverableReasons = ['region', 'no_rule', 'weight', 'pickup_only', 'express_only'] as const
export type UndeliverableReason = (typeof undeliverableReasons)[number]
/** The price that a promotion reduces: of single SKUs (a deal), of the goods, or of shipping. */
export const promotionGains = ['deal', 'reduction', 'freight'] as const
export type PromotionGain = (typeof promotionGains)[number]
/** The goods to which a promotion applies. */
export const promotionScopes = ['all', 'categories', 'products'] as const
export type PromotionScope = (typeof promotionScopes)[number]
/** The customers of a promotion. `first_order`: customers who have paid nothing yet. */
export const promotionAudiences = ['everyone', 'first_order'] as const
export type PromotionAudience = (typeof promotionAudiences)[number]
/** The state of a promotion, by its period and whether it was stopped. */
export const promotionStates = ['running', 'upcoming', 'ended', 'stopped'] as const
export type PromotionState = (typeof promotionStates)[number]
/** The ways in which a customer gets a coupon: by taking it, by a code, from staff, or as a new customer. */
export const couponSources = ['customer', 'code', 'staff', 'registration'] as const
export type CouponSource = (typeof couponSources)[number]
/** The state of a coupon. `held`: an unpaid order holds the coupon. */
export const couponStates = ['usable', 'upcoming', 'held', 'used', 'expired', 'revoked'] as const
export type CouponState = (typeof couponStates)[number]
/** The reasons why a coupon does not apply to an order: its state, its customer, or the goods. */
export const couponRefusals = [
  'upcoming',
  'held',
  'used',
  'expired',
  'revoked',
  'first_order',
  'scope',
  'below',
  'exclusive',
  'no_gain',
] as const
export type CouponRefusalReason = (typeof couponRefusals)[number]
/**
 * The refunded orders that give their coupon back to the customer: orders refunded before any piece was shipped, orders
 * refunded in full, or none.
 */
export const couponReturns = ['unshipped', 'refunded', 'never'] as const
/** The types of link targets of banner items. */
export const targetTypes = ['none', 'product', 'theme', 'category', 'article', 'url'] as const
export type TargetType = (typeof targetTypes)[number]
/** The visibility of a banner item's target for customers: `ok`, or the reason why customers cannot see the target. */
export const targetStates = ['ok', 'deleted', 'off_sale', 'disabled', 'unpublished'] as const
export type TargetState = (typeof targetStates)[number]
export const tagStyles = ['default', 'primary', 'success', 'info', 'warning', 'danger'] as const
export type TagStyle = (typeof tagStyles)[number]

export const fileKinds = ['image', 'document', 'video'] as const
export type FileKind = (typeof fileKinds)[number]
export const fileStatuses = ['ready', 'pending'] as const
/**
 * The place where the bytes of a file are stored: a folder of this server, UploadThing, or the files that belong to the
 * software itself.
 */
export const storages = ['local', 'uploadthing', 'bundled'] as const
export type StorageName = (typeof storages)[number]

export const menuTypes = ['directory', 'page', 'link'] as const
export type MenuType = (typeof menuTypes)[number]
export const elementTypes = ['button', 'column', 'tab'] as const

export const productStatuses = ['draft', 'on_sale', 'off_sale'] as const
/** The statuses of products, and `deleted` for a product in the trash. */
export const productStates = [...productStatuses, 'deleted'] as const
export type ProductStatus = (typeof productStatuses)[number]
/** The reasons why a product cannot be put on sale. */
export const unsellableReasons = ['no_sku', 'price', 'no_image', 'category', 'weight'] as const
export type UnsellableReason = (typeof unsellableReasons)[number]
/** The reasons why staff adjust the stock of a SKU. */
export const adjustmentReasons = ['received', 'counted', 'damaged', 'lost', 'returned', 'correction'] as const
export type AdjustmentReason = (typeof adjustmentReasons)[number]
/** The reasons why the stock of a SKU changes. */
export const stockReasons = [
  'initial',
  'order_placed',
  'order_cancelled',
  'order_revived',
  'adjusted',
  'refunded',
  ...adjustmentReasons,
  'withdrawn',
  'restocked',
] as const
export type StockReason = (typeof stockReasons)[number]

/** The kinds of records that can be imported from a spreadsheet. */
export const importKinds = ['product', 'order', 'invoice'] as const
export type ImportKindName = (typeof importKinds)[number]
/** The effect of an import on the record of a line: planned before the import, actual after the import. */
export const importResults = ['create', 'update', 'unchanged', 'error'] as const
export type ImportResult = (typeof importResults)[number]

export const orderStatuses = ['unpaid', 'paid', 'shipped', 'completed', 'cancelled', 'refunded'] as const
export type OrderStatus = (typeof orderStatuses)[number]
/**
 * The actions in the log of an order. `reprice` and the actions about the address keep the status of the order.
 * `ask_readdress`: the customer of a paid order asks for another address. `withdraw_readdress`: the customer withdraws
 * this request. `refuse_readdress`: staff refuse the request.
 */
export const orderActions = [
  'place',
  'pay',
  'reprice',
  'readdress',
  'ask_readdress',
  'withdraw_readdress',
  'refuse_readdress',
  'ship',
  'unship',
  'complete',
  'cancel',
  'expire',
  'revive',
  'refund',
] as const
export type OrderAction = (typeof orderActions)[number]
/** The actions of staff on an order. `note` adds a note, and is possible in every status of the order. */
export const staffActions = ['note', 'reprice', 'readdress', 'ship', 'ready', 'collect', 'cancel', 'refund'] as const
export type StaffAction = (typeof staffActions)[number]
/**
 * The reasons why staff cannot do an action on an order now. `forbidden`: a permission is missing. The name of a
 * status: the order has this status. `part_shipped`: a part of the order was shipped. `nothing_left`: no pieces are
 * left to ship, or no money is left to refund. `limit_reached`: the order has the maximum number of parcels or refunds,
 * or the payment is too old for refunds. `after_sale_open`: the pieces are in an open after-sale case. `address_asked`:
 * staff must first accept or refuse the customer's request for another address. `pickup`: the order is collected at a
 * store. `express`: the order is shipped.
 */
export const actionRefusals = [
  'forbidden',
  ...orderStatuses,
  'part_shipped',
  'nothing_left',
  'limit_reached',
  'after_sale_open',
  'address_asked',
  'pickup',
  'express',
] as const
export type ActionRefusal = (typeof actionRefusals)[number]
/** The request of a customer in an after-sale case: only money, or money for goods that the customer sends back. */
export const afterSaleKinds = ['refund', 'return_refund'] as const
export type AfterSaleKind = (typeof afterSaleKinds)[number]
export const afterSaleStatuses = [
  'requested',
  'returning',
  'returned',
  'disputed',
  'refunding',
  'done',
  'rejected',
  'withdrawn',
  'expired',
] as const
export type AfterSaleStatus = (typeof afterSaleStatuses)[number]
/**
 * The statuses of open cases, which staff, the customer or a job still have to act on. A rejected case is closed; if
 * the customer disputes the rejection, the case is open again.
 */
export const openAfterSaleStatuses = [
  'requested',
  'returning',
  'returned',
  'disputed',
  'refunding',
] as const satisfies readonly AfterSaleStatus[]
/** The actions in the log of an after-sale case. */
export const afterSaleActions = [
  'request',
  'approve',
  'approve_return',
  'reject',
  'withdraw',
  'return',
  'lapse',
  'receive',
  'refuse',
  'dispute',
  'grant',
  'deny',
  'finish',
  'fail',
] as const
export type AfterSaleAction = (typeof afterSaleActions)[number]
/** The subjects of entries in the timeline of an order. `timelineActions` has the events of these subjects. */
export const timelineKinds = ['log', 'payment', 'shipment', 'report', 'refund', 'case', 'pickup', 'note'] as const
export const timelineActions = [
  ...orderActions,
  ...afterSaleActions,
  'opened',
  'paid',
  'shipped',
  'corrected',
  'revoked',
  'reported',
  'succeeded',
  'ready',
  'collected',
  'noted',
  'printed',
] as const
/** The codes of reasons for canceling an order. All other reasons are texts written by staff. */
export const cancelReasons = ['customer', 'expired'] as const
export type CancelReason = (typeof cancelReasons)[number]
/**
 * The ways in which an order leaves the shop: `express` by a carrier, `local` by the shop's own messenger, `virtual`
 * without a delivery, `pickup` collected by the customer.
 */
export const shippingMethods = ['express', 'local', 'virtual', 'pickup'] as const
export type ShippingMethod = (typeof shippingMethods)[number]
/** The ways in which customers get goods: shipped to an address, or collected at a store. */
export const deliveries = ['express', 'pickup'] as const
export type Delivery = (typeof deliveries)[number]
/**
 * The status of the report to the platform about the parcels of a payment. `not_needed`: the platform requires no
 * report. `waiting`: parcels are not reported yet, or more parcels may follow. `uploaded`: all parcels are reported.
 * `refused`: staff must look at the report.
 */
export const shippingReportStatuses = ['not_needed', 'waiting', 'uploaded', 'refused'] as const
export type ShippingReportStatus = (typeof shippingReportStatuses)[number]
/** The part of an order's pieces that was shipped. */
export const fulfilments = ['none', 'part', 'all'] as const
export const paymentStatuses = ['created', 'prepaid', 'paid', 'closing', 'closed', 'failed'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]
export const refundStatuses = ['processing', 'succeeded', 'abnormal', 'refused', 'closed'] as const
export type RefundStatus = (typeof refundStatuses)[number]

/**
 * The outcome of a payment or refund that the provider reported with other data than the shop has requested. The data
 * is recorded and raises an alarm, but is not applied.
 */
export type RefusedReport = `refused: ${string}`
/** The outcome of applying a payment that the provider reported. */
export type PaymentOutcome =
  | 'applied'
  /** The payment was applied before. */
  | 'repeated'
  /**
   * The payment arrived after the order was canceled, while the stock was still available: the order is `paid` again.
   */
  | 'revived'
  /** The payment arrived too late, was a second payment, or had an outdated amount: a refund was opened. */
  | 'returned'
  | RefusedReport
/**
 * The outcome of applying a refund that the provider reported. `abnormal` and `closed`: the customer did not get the
 * money.
 */
export type RefundOutcome = 'applied' | 'repeated' | 'abnormal' | 'closed' | RefusedReport
/**
 * The outcome of a callback. `received`: not applied yet. `ignored`: the callback is about an event of another type.
 */
export type CallbackOutcome = PaymentOutcome | RefundOutcome | 'received' | 'ignored'
/**
 * The statuses of failed refunds. `abnormal`: the provider accepted the refund but did not pay. `refused`: the provider
 * did not accept the refund. The pieces and the money stay reserved until staff retry or close the refund.
 */
export const failedRefundStatuses = ['abnormal', 'refused'] as const
/** The reasons why the simulated provider refuses the refunds of a payment. */
export const sandboxRefundFaults = ['account_abnormal', 'not_enough', 'not_refundable'] as const
export type SandboxRefundFault = (typeof sandboxRefundFaults)[number]

/** The reasons why a sign-in was refused. */
export const loginFailures = ['unknown_account', 'wrong_secret', 'locked', 'disabled', 'code_refused'] as const
export const errorStatuses = ['new', 'resolved', 'ignored'] as const
export type ErrorStatus = (typeof errorStatuses)[number]

/** The states of a payment on the simulated platform. The values are those of the real platform. */
export const sandboxTradeStates = ['NOTPAY', 'SUCCESS', 'CLOSED', 'REFUND', 'PAYERROR'] as const
export const sandboxRefundStates = ['PROCESSING', 'SUCCESS', 'ABNORMAL', 'CLOSED'] as const
export type SandboxRefundState = (typeof sandboxRefundStates)[number]
export const sandboxCodeKinds = ['login', 'phone'] as const
export type SandboxCodeKind = (typeof sandboxCodeKinds)[number]
/** The subject of a callback of the simulated platform. */
export const sandboxDeliverySubjects = ['transaction', 'refund'] as const

export const invoiceKinds = ['personal', 'company'] as const
/**
 * The status of an invoice. `to_replace`: money was refunded after the invoice was issued, so staff must issue an
 * invoice about the remaining amount. `replaced`: another invoice took the place of this invoice, or no amount was left
 * to invoice.
 */
export const invoiceStatuses = ['requested', 'issued', 'to_replace', 'refused', 'replaced'] as const
export type InvoiceStatus = (typeof invoiceStatuses)[number]
/** The kinds of lines on an invoice: the ordered goods, or one line per category. */
export const invoiceContents = ['goods', 'category'] as const
/**
 * The options of the setting `invoice.from`: the earliest status of an order in which its customer can request an
 * invoice.
 */
export const invoiceStarts = ['paid', 'shipped', 'completed'] as const

/** A tier of a promotion. Exactly one threshold (`from_…`) and one reduction (`off_…`) are set. Amounts are in fen. */
export interface Tier {
  from_amount?: number | undefined
  from_pieces?: number | undefined
  off_amount?: number | undefined
  /** The reduction in thousandths of the price of the lines. */
  off_permille?: number | undefined
  /** The maximum reduction, in fen. */
  at_most?: number | undefined
}

/** A rule for the freight to certain regions. `first` and `next` are pieces or grams, fees and amounts are in fen. */
export interface FreightRule {
  /** The codes of provinces and cities (GB/T 2260). Empty: all regions that no other rule names. */
  regions: string[]
  /**
   * `first`: the quantity for which `first_fee` is charged. `next`: the quantity for which each further `next_fee` is
   * charged.
   */
  first: number
  first_fee: number
  next: number
  next_fee: number
  /**
   * The price of the goods, in fen, from which freight to these regions is free. Replaces the limit of the template;
   * null: the limit of the template applies.
   */
  free_amount: number | null
}
