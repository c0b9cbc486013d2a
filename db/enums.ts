/**
 * The closed lists of values, each defined once, for columns and their check constraints, API schemas and pages. Safe in
 * the browser: imports nothing.
 */

export const userKinds = ['customer', 'staff'] as const
export type UserKind = (typeof userKinds)[number]
export const genders = ['unknown', 'male', 'female'] as const
export type Gender = (typeof genders)[number]
export const userStatuses = ['active', 'disabled'] as const
export type UserStatus = (typeof userStatuses)[number]
export const clientTypes = ['mini_program', 'browser', 'other'] as const
export type ClientType = (typeof clientTypes)[number]

/** What a user types to sign in: 100 user name, 101 e-mail, 102 phone. */
export const accountTypes = [100, 101, 102] as const
export type AccountType = (typeof accountTypes)[number]
/** 200: the mini-program, by the platform's openid. */
export const identityTypes = [...accountTypes, 200] as const
export type IdentityType = (typeof identityTypes)[number]

/** The status of banners, categories, themes and dictionaries. */
export const visibilities = ['enabled', 'disabled'] as const
export type Visibility = (typeof visibilities)[number]
/** The status of articles and notices. */
export const publicationStatuses = ['draft', 'published', 'offline'] as const
export type PublicationStatus = (typeof publicationStatuses)[number]
/** 1 common, 2 company, 3 industry. */
export const articleTypes = [1, 2, 3] as const
export type ArticleType = (typeof articleTypes)[number]
/** 1 notice, 2 announcement. */
export const noticeTypes = [1, 2] as const
export type NoticeType = (typeof noticeTypes)[number]
/** The readers of a notice. */
export const audiences = ['staff', 'customer', 'all'] as const
export type Audience = (typeof audiences)[number]
/** Who wrote a notice: a person, or the shop itself. */
export const noticeSources = ['staff', 'system'] as const
export type NoticeSource = (typeof noticeSources)[number]
/** What the shop itself reports. The texts are in the namespace `bell`. */
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
/** The link target of a banner item. */
export const targetTypes = ['none', 'product', 'theme', 'category', 'article', 'url'] as const
export type TargetType = (typeof targetTypes)[number]
/** Whether customers can see what a banner item leads to: `ok`, or why not. */
export const targetStates = ['ok', 'deleted', 'off_sale', 'disabled', 'unpublished'] as const
export type TargetState = (typeof targetStates)[number]
export const tagStyles = ['default', 'primary', 'success', 'info', 'warning', 'danger'] as const
export type TagStyle = (typeof tagStyles)[number]

export const fileKinds = ['image', 'document', 'video'] as const
export type FileKind = (typeof fileKinds)[number]
export const fileStatuses = ['ready', 'pending'] as const
/** Where the bytes of a file are: in a folder of this server, with UploadThing, or among what the server itself comes with. */
export const storages = ['local', 'uploadthing', 'bundled'] as const
export type StorageName = (typeof storages)[number]

export const menuTypes = ['directory', 'page', 'link'] as const
export type MenuType = (typeof menuTypes)[number]
export const elementTypes = ['button', 'column', 'tab'] as const

export const productStatuses = ['draft', 'on_sale', 'off_sale'] as const
/** A status, or in the bin. */
export const productStates = [...productStatuses, 'deleted'] as const
export type ProductStatus = (typeof productStatuses)[number]
/** Why a product cannot be put on sale. */
export const unsellableReasons = ['no_sku', 'price', 'no_image', 'category'] as const
export type UnsellableReason = (typeof unsellableReasons)[number]
/** Why staff adjusted the stock of a SKU. */
export const adjustmentReasons = ['received', 'counted', 'damaged', 'lost', 'returned', 'correction'] as const
export type AdjustmentReason = (typeof adjustmentReasons)[number]
/** Why the stock of a SKU changed. */
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

/** What can be imported from a spreadsheet. */
export const importKinds = ['product', 'order'] as const
export type ImportKindName = (typeof importKinds)[number]
/** What an import does with a line, or what became of it. */
export const importResults = ['create', 'update', 'unchanged', 'error'] as const
export type ImportResult = (typeof importResults)[number]

export const orderStatuses = ['unpaid', 'paid', 'shipped', 'completed', 'cancelled', 'refunded'] as const
export type OrderStatus = (typeof orderStatuses)[number]
/** What the log of an order tells. `reprice` and `readdress` leave its status as it is. */
export const orderActions = [
  'place',
  'pay',
  'reprice',
  'readdress',
  'ship',
  'complete',
  'cancel',
  'expire',
  'revive',
  'refund',
] as const
export type OrderAction = (typeof orderActions)[number]
/** What staff may do with an order; `edit` is about the shop's own remark, which is possible at any time. */
export const staffActions = ['edit', 'reprice', 'readdress', 'ship', 'cancel', 'refund'] as const
export type StaffAction = (typeof staffActions)[number]
/** Why staff cannot do it now: they lack the permission, the order is in this status, or what its lines say. */
export const actionRefusals = [
  'forbidden',
  ...orderStatuses,
  'part_shipped',
  'nothing_left',
  'limit_reached',
  'after_sale_open',
] as const
export type ActionRefusal = (typeof actionRefusals)[number]
/** What a customer wants in an after-sale case: money alone, or money for goods that they send back. */
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
/** A case is open while something may still come of it by itself. A rejected one is closed, and disputing it opens it again. */
export const openAfterSaleStatuses = [
  'requested',
  'returning',
  'returned',
  'disputed',
  'refunding',
] as const satisfies readonly AfterSaleStatus[]
/** What the log of a case tells. */
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
/** What an entry in the timeline of an order is about, and what happened to it. */
export const timelineKinds = ['log', 'payment', 'shipment', 'report', 'refund', 'case', 'note'] as const
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
  'noted',
  'printed',
] as const
/** Why an order was cancelled, unless it says so in words. */
export const cancelReasons = ['customer', 'expired'] as const
export type CancelReason = (typeof cancelReasons)[number]
/** How an order leaves the shop: by a carrier, by the shop's own messenger, without anything to carry, or it is fetched. */
export const shippingMethods = ['express', 'local', 'virtual', 'pickup'] as const
export type ShippingMethod = (typeof shippingMethods)[number]
/**
 * What the platform knows of the parcels of a payment. `not_needed`: it does not want to know; `waiting`: something is to be
 * reported, or may still be; `refused`: a person has to look at it.
 */
export const shippingReportStatuses = ['not_needed', 'waiting', 'uploaded', 'refused'] as const
export type ShippingReportStatus = (typeof shippingReportStatuses)[number]
/** How much of an order was shipped. */
export const fulfilments = ['none', 'part', 'all'] as const
export const paymentStatuses = ['created', 'prepaid', 'paid', 'closing', 'closed', 'failed'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]
export const refundStatuses = ['processing', 'succeeded', 'abnormal', 'refused', 'closed'] as const
export type RefundStatus = (typeof refundStatuses)[number]
/** A refund that keeps its pieces and its money until staff retry or close it: accepted and not paid, or never accepted. */
export const failedRefundStatuses = ['abnormal', 'refused'] as const
/** Why the simulated provider refuses the refunds of a payment. */
export const sandboxRefundFaults = ['account_abnormal', 'not_enough', 'not_refundable'] as const
export type SandboxRefundFault = (typeof sandboxRefundFaults)[number]

/** Why a sign-in was refused. */
export const loginFailures = ['unknown_account', 'wrong_secret', 'locked', 'disabled', 'code_refused'] as const
export const errorStatuses = ['new', 'resolved', 'ignored'] as const
export type ErrorStatus = (typeof errorStatuses)[number]

/** The values that the simulated platform uses. */
export const sandboxTradeStates = ['NOTPAY', 'SUCCESS', 'CLOSED', 'REFUND', 'PAYERROR'] as const
export const sandboxRefundStates = ['PROCESSING', 'SUCCESS', 'ABNORMAL', 'CLOSED'] as const
export type SandboxRefundState = (typeof sandboxRefundStates)[number]
export const sandboxCodeKinds = ['login', 'phone'] as const
export type SandboxCodeKind = (typeof sandboxCodeKinds)[number]
/** The subject of a callback of the simulated platform. */
export const sandboxDeliverySubjects = ['transaction', 'refund'] as const
