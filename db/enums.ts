/** Lists for columns, API schemas and pages. Imports nothing, so that the browser can load this file. */

export const personKinds = ['customer', 'staff'] as const
export type PersonKind = (typeof personKinds)[number]
/** The row of a key in `user` makes it the actor of what it does. */
export const userKinds = [...personKinds, 'key'] as const
export type UserKind = (typeof userKinds)[number]
export const keyAccesses = ['read', 'write'] as const
export type KeyAccess = (typeof keyAccesses)[number]
export const keyStatuses = ['active', 'expired', 'revoked', 'maker_inactive'] as const
/** `gone`: the receiver answered 410. `unanswered`: it accepted nothing for days. `secret_lost`: it cannot be decrypted. */
export const webhookOffReasons = ['gone', 'unanswered', 'secret_lost'] as const
export type WebhookOffReason = (typeof webhookOffReasons)[number]
export const webhookStatuses = ['active', 'off', 'maker_inactive', ...webhookOffReasons] as const
export const deliveryStatuses = ['accepted', 'waiting', 'given_up'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]
/** Instead of an answer. `refused_address`: of this machine or its network. `not_permitted`: its maker may not see it. */
export const deliveryFailures = [
  'timeout',
  'no_connection',
  'unknown_host',
  'refused_address',
  'not_permitted',
] as const
export type DeliveryFailure = (typeof deliveryFailures)[number]
export const genders = ['unknown', 'male', 'female'] as const
export type Gender = (typeof genders)[number]
export const userStatuses = ['active', 'disabled'] as const
export type UserStatus = (typeof userStatuses)[number]
export const clientTypes = ['mini_program', 'browser', 'other'] as const
export type ClientType = (typeof clientTypes)[number]

/** 100: user name, 101: email address, 102: phone number. */
export const accountTypes = [100, 101, 102] as const
export type AccountType = (typeof accountTypes)[number]
/** 200: the mini-program, where the platform's openid identifies the user. */
export const identityTypes = [...accountTypes, 200] as const
export type IdentityType = (typeof identityTypes)[number]

export const visibilities = ['enabled', 'disabled'] as const
export type Visibility = (typeof visibilities)[number]
export const publicationStatuses = ['draft', 'published', 'offline'] as const
export type PublicationStatus = (typeof publicationStatuses)[number]
/** 1: common, 2: company, 3: industry. */
export const articleTypes = [1, 2, 3] as const
export type ArticleType = (typeof articleTypes)[number]
/** 1: notice, 2: announcement. */
export const noticeTypes = [1, 2] as const
export type NoticeType = (typeof noticeTypes)[number]
export const audiences = ['staff', 'customer', 'all'] as const
export type Audience = (typeof audiences)[number]
export const noticeSources = ['staff', 'system'] as const
export type NoticeSource = (typeof noticeSources)[number]
/** Sent by the shop itself. The text of a kind is the message `bell.system.<kind>`. */
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
  'webhook_off',
] as const
export type SystemNoticeKind = (typeof systemNoticeKinds)[number]
export const freightCharges = ['piece', 'weight'] as const
export type FreightCharge = (typeof freightCharges)[number]
/** If a shipping template has a limit of the amount and one of the pieces: free from either, or from both. */
export const freightNeeds = ['either', 'both'] as const
export type FreightNeeds = (typeof freightNeeds)[number]
/**
 * `region`: excluded by the shipping template. `no_rule`: the template has no rule for the region. `weight`: the SKU
 * has none. `pickup_only`, `express_only`: the product has only the other delivery method.
 */
export const undeliverableReasons = ['region', 'no_rule', 'weight', 'pickup_only', 'express_only'] as const
export type UndeliverableReason = (typeof undeliverableReasons)[number]
/** Single SKUs (`deal`), the goods, or shipping. */
export const promotionGains = ['deal', 'reduction', 'freight'] as const
export type PromotionGain = (typeof promotionGains)[number]
export const promotionScopes = ['all', 'categories', 'products'] as const
export type PromotionScope = (typeof promotionScopes)[number]
/** `first_order`: customers who have paid nothing yet. */
export const promotionAudiences = ['everyone', 'first_order'] as const
export type PromotionAudience = (typeof promotionAudiences)[number]
export const promotionStates = ['running', 'upcoming', 'ended', 'stopped'] as const
export type PromotionState = (typeof promotionStates)[number]
/** `customer`: by taking it. `registration`: as a new customer. */
export const couponSources = ['customer', 'code', 'staff', 'registration'] as const
export type CouponSource = (typeof couponSources)[number]
/** `held`: an unpaid order holds the coupon. */
export const couponStates = ['usable', 'upcoming', 'held', 'used', 'expired', 'revoked'] as const
export type CouponState = (typeof couponStates)[number]
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
/** The refunded orders that return their coupon: refunded before any piece was shipped, refunded in full, or none. */
export const couponReturns = ['unshipped', 'refunded', 'never'] as const
export const targetTypes = ['none', 'product', 'theme', 'category', 'article', 'url'] as const
export type TargetType = (typeof targetTypes)[number]
/** `ok`, or the reason why customers cannot see the target of a banner item. */
export const targetStates = ['ok', 'deleted', 'off_sale', 'disabled', 'unpublished'] as const
export type TargetState = (typeof targetStates)[number]
export const tagStyles = ['default', 'primary', 'success', 'info', 'warning', 'danger'] as const
export type TagStyle = (typeof tagStyles)[number]

export const fileKinds = ['image', 'document', 'video'] as const
export type FileKind = (typeof fileKinds)[number]
export const fileStatuses = ['ready', 'pending'] as const
/** A folder of this server, UploadThing, or the files that belong to the software itself. */
export const storages = ['local', 'uploadthing', 'bundled'] as const
export type StorageName = (typeof storages)[number]

export const menuTypes = ['directory', 'page', 'link'] as const
export type MenuType = (typeof menuTypes)[number]
export const elementTypes = ['button', 'column', 'tab'] as const

export const productStatuses = ['draft', 'on_sale', 'off_sale'] as const
/** `deleted`: in the trash. */
export const productStates = [...productStatuses, 'deleted'] as const
export type ProductStatus = (typeof productStatuses)[number]
export const unsellableReasons = ['no_sku', 'price', 'no_image', 'category', 'weight'] as const
export type UnsellableReason = (typeof unsellableReasons)[number]
export const adjustmentReasons = ['received', 'counted', 'damaged', 'lost', 'returned', 'correction'] as const
export type AdjustmentReason = (typeof adjustmentReasons)[number]
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

export const importKinds = ['product', 'order', 'invoice', 'promotion', 'coupon'] as const
export type ImportKindName = (typeof importKinds)[number]
/** The effect on the record of a line: planned before the import, actual after it. */
export const importResults = ['create', 'update', 'unchanged', 'error'] as const
export type ImportResult = (typeof importResults)[number]

export const orderStatuses = ['unpaid', 'paid', 'shipped', 'completed', 'cancelled', 'refunded'] as const
export type OrderStatus = (typeof orderStatuses)[number]
/** `reprice` and the actions about the address keep the status of the order. */
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
/** `note` is possible in every status of the order. */
export const staffActions = ['note', 'reprice', 'readdress', 'ship', 'ready', 'collect', 'cancel', 'refund'] as const
export type StaffAction = (typeof staffActions)[number]
/**
 * Also the name of a status: the order has it. `nothing_left`: no pieces to ship, or no money to refund.
 * `limit_reached`: too many parcels or refunds, or a payment too old for refunds. `address_asked`: staff must first
 * answer the request for another address. `pickup`, `express`: the delivery method of the order.
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
/** Staff, the customer or a job have to act. A rejected case is closed, until the customer disputes the rejection. */
export const openAfterSaleStatuses = [
  'requested',
  'returning',
  'returned',
  'disputed',
  'refunding',
] as const satisfies readonly AfterSaleStatus[]
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
/** Why a shipment can no longer be revoked. */
export const revokeRefusals = ['collected', 'completed', 'reported', 'after_sale_open', 'refunded'] as const
export type RevokeRefusal = (typeof revokeRefusals)[number]
/** All other reasons are texts written by staff. */
export const cancelReasons = ['customer', 'expired'] as const
export type CancelReason = (typeof cancelReasons)[number]
/** `local`: the shop's own messenger. `virtual`: without a delivery. */
export const shippingMethods = ['express', 'local', 'virtual', 'pickup'] as const
export type ShippingMethod = (typeof shippingMethods)[number]
export const deliveries = ['express', 'pickup'] as const
export type Delivery = (typeof deliveries)[number]
/**
 * Of the report about the parcels of a payment. `not_needed`: the platform requires none. `waiting`: unreported
 * parcels, or more may follow. `refused`: staff must look at the report.
 */
export const shippingReportStatuses = ['not_needed', 'waiting', 'uploaded', 'refused'] as const
export type ShippingReportStatus = (typeof shippingReportStatuses)[number]
/** Of a parcel, by its latest news. `none`: no news. */
export const trackingStates = ['none', 'collected', 'on_the_way', 'out', 'delivered', 'failed'] as const
export type TrackingState = (typeof trackingStates)[number]
export const parcelTroubles = ['not_collected', 'stuck', 'failed'] as const
export type ParcelTrouble = (typeof parcelTroubles)[number]
/** `creating`: the answer of the platform is awaited, or was lost. `ready`: not shipped yet. */
export const waybillStates = ['creating', 'ready', 'shipped', 'canceling', 'canceled', 'failed'] as const
/** Valid at the platform, or perhaps, and not used yet. */
export const openWaybillStates = [
  'creating',
  'ready',
  'canceling',
] as const satisfies readonly (typeof waybillStates)[number][]
export type WaybillState = (typeof waybillStates)[number]
/** Why no waybill can be made by an account at a carrier. The first that applies. */
export const carrierAccountProblems = ['disabled', 'unbound', 'refused', 'no_quota', 'no_sender'] as const
export type CarrierAccountProblem = (typeof carrierAccountProblems)[number]
export const fulfilments = ['none', 'part', 'all'] as const
export const paymentStatuses = ['created', 'prepaid', 'paid', 'closing', 'closed', 'failed'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]
export const refundStatuses = ['processing', 'succeeded', 'abnormal', 'refused', 'closed'] as const
export type RefundStatus = (typeof refundStatuses)[number]

/** The provider reported other data than the shop requested. Recorded with an alarm, not applied. */
export type RefusedReport = `refused: ${string}`
export type PaymentOutcome =
  | 'applied'
  | 'repeated'
  /** Paid after the cancellation while the stock was still available: the order is `paid` again. */
  | 'revived'
  /** Too late, a second payment, or an outdated amount: a refund was opened. */
  | 'returned'
  | RefusedReport
/** `abnormal` and `closed`: the customer did not get the money. */
export type RefundOutcome = 'applied' | 'repeated' | 'abnormal' | 'closed' | RefusedReport
/** `received`: not applied yet. `ignored`: an event of another type. */
export type CallbackOutcome = PaymentOutcome | RefundOutcome | 'received' | 'ignored'
/** `abnormal`: accepted but not paid. `refused`: not accepted. Pieces and money stay reserved until staff act. */
export const failedRefundStatuses = ['abnormal', 'refused'] as const
export const sandboxRefundFaults = ['account_abnormal', 'not_enough', 'not_refundable'] as const
export type SandboxRefundFault = (typeof sandboxRefundFaults)[number]

export const loginFailures = ['unknown_account', 'wrong_secret', 'locked', 'disabled', 'code_refused'] as const
export const errorStatuses = ['new', 'resolved', 'ignored'] as const
export type ErrorStatus = (typeof errorStatuses)[number]

/** The values of the real platform. */
export const sandboxTradeStates = ['NOTPAY', 'SUCCESS', 'CLOSED', 'REFUND', 'PAYERROR'] as const
export const sandboxRefundStates = ['PROCESSING', 'SUCCESS', 'ABNORMAL', 'CLOSED'] as const
export type SandboxRefundState = (typeof sandboxRefundStates)[number]
export const sandboxCodeKinds = ['login', 'phone'] as const
export type SandboxCodeKind = (typeof sandboxCodeKinds)[number]
export const sandboxDeliverySubjects = ['transaction', 'refund'] as const

/** Events for programs. The data of each type is in `lib/event/schema.ts`. */
export const eventTypes = [
  'order.placed',
  'order.paid',
  'order.changed',
  'order.shipped',
  'order.completed',
  'order.cancelled',
  'refund.succeeded',
  'refund.failed',
  'refund.refused',
  'refund.settled',
  'after_sale.opened',
  'after_sale.changed',
  'after_sale.closed',
  'product.changed',
  'product.deleted',
  'stock.low',
  'stock.out',
  'stock.changed',
  'customer.closed',
] as const
export type EventType = (typeof eventTypes)[number]

export const invoiceKinds = ['personal', 'company'] as const
/** `to_replace`: refunded after issuing, so staff must issue a new one. `replaced`: by a new one, or fully refunded. */
export const invoiceStatuses = ['requested', 'issued', 'to_replace', 'refused', 'replaced'] as const
export type InvoiceStatus = (typeof invoiceStatuses)[number]
export const invoiceContents = ['goods', 'category'] as const
/** The setting `invoice.from`: the status from which a customer can request an invoice. */
export const invoiceStarts = ['paid', 'shipped', 'completed'] as const

/**
 * A tier of a promotion. Exactly one threshold (`from_…` or `nth`) and one reduction (`off_…`) are set. Amounts are in
 * fen.
 */
export interface Tier {
  from_amount?: number | undefined
  from_pieces?: number | undefined
  /** Of this number of pieces, `off_permille` reduces one; in all, the cheapest ones. The only tier of a promotion. */
  nth?: number | undefined
  /** With `nth`: counts the pieces of each product by itself. By default, those of all products in the scope. */
  per_product?: boolean | undefined
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
