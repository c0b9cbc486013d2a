import type {
  AfterSaleKind,
  AfterSaleStatus,
  ArticleType,
  Audience,
  CouponSource,
  CouponState,
  ErrorStatus,
  FreightCharge,
  FreightNeeds,
  Gender,
  InvoiceStatus,
  NoticeSource,
  NoticeType,
  OrderStatus,
  ProductStatus,
  PromotionAudience,
  PromotionGain,
  PromotionScope,
  PromotionState,
  PublicationStatus,
  RefundStatus,
  StockReason,
  TagStyle,
  TargetType,
  UserStatus,
  Visibility,
} from '@/db/enums'

type Entry = readonly [label: string, label_en: string, tag_style: TagStyle]

/** Selects offer the entries in this order. */
type Entries<Value extends string> = Record<Value, Entry>

const gender: Entries<Gender> = {
  unknown: ['未知', 'Unknown', 'default'],
  male: ['男', 'Male', 'info'],
  female: ['女', 'Female', 'primary'],
}

const user_status: Entries<UserStatus> = {
  active: ['正常', 'Active', 'success'],
  disabled: ['停用', 'Disabled', 'danger'],
}

const order_status: Entries<OrderStatus> = {
  unpaid: ['待付款', 'Awaiting payment', 'warning'],
  paid: ['待发货', 'Awaiting shipment', 'primary'],
  shipped: ['已发货', 'Shipped', 'info'],
  completed: ['已完成', 'Completed', 'success'],
  cancelled: ['已取消', 'Canceled', 'default'],
  refunded: ['已退款', 'Refunded', 'danger'],
}

const article_type: Entries<`${ArticleType}`> = {
  1: ['普通文章', 'General', 'default'],
  2: ['公司动态', 'Company news', 'primary'],
  3: ['行业资讯', 'Industry news', 'info'],
}

const notice_type: Entries<`${NoticeType}`> = {
  1: ['通知', 'Notice', 'info'],
  2: ['公告', 'Announcement', 'primary'],
}

const notice_source: Entries<NoticeSource> = {
  staff: ['员工', 'Staff', 'default'],
  system: ['系统', 'System', 'warning'],
}

const publication_status: Entries<PublicationStatus> = {
  draft: ['草稿', 'Draft', 'default'],
  published: ['已发布', 'Published', 'success'],
  offline: ['已下线', 'Offline', 'warning'],
}

const product_status: Entries<ProductStatus> = {
  on_sale: ['在售', 'Active', 'success'],
  off_sale: ['已下架', 'Inactive', 'warning'],
  draft: ['草稿', 'Draft', 'default'],
}

const stock_reason: Entries<StockReason> = {
  received: ['到货', 'Received', 'success'],
  counted: ['盘点', 'Counted', 'info'],
  damaged: ['损坏', 'Damaged', 'warning'],
  lost: ['丢失', 'Lost', 'warning'],
  returned: ['退回', 'Returned', 'success'],
  correction: ['更正', 'Correction', 'default'],
  initial: ['期初', 'Opening stock', 'default'],
  order_placed: ['下单', 'Order placed', 'primary'],
  order_cancelled: ['取消订单', 'Order canceled', 'default'],
  order_revived: ['恢复订单', 'Order revived', 'primary'],
  adjusted: ['调整', 'Adjusted', 'default'],
  refunded: ['退款', 'Refunded', 'danger'],
  withdrawn: ['停售', 'SKU removed', 'default'],
  restocked: ['退货入库', 'Restocked', 'success'],
}

const audience: Entries<Audience> = {
  all: ['所有人', 'Everyone', 'default'],
  customer: ['顾客', 'Customers', 'primary'],
  staff: ['员工', 'Staff', 'info'],
}

const target_type: Entries<TargetType> = {
  none: ['不跳转', 'No link', 'default'],
  product: ['商品', 'Product', 'primary'],
  theme: ['专题', 'Collection', 'primary'],
  category: ['分类', 'Category', 'primary'],
  article: ['文章', 'Article', 'info'],
  url: ['网址', 'Link', 'warning'],
}

const yes_no: Entries<'true' | 'false'> = {
  true: ['是', 'Yes', 'success'],
  false: ['否', 'No', 'default'],
}

const enabled_disabled: Entries<Visibility> = {
  enabled: ['启用', 'Enabled', 'success'],
  disabled: ['停用', 'Disabled', 'danger'],
}

const error_status: Entries<ErrorStatus> = {
  new: ['待处理', 'New', 'danger'],
  resolved: ['已解决', 'Resolved', 'success'],
  ignored: ['已忽略', 'Ignored', 'default'],
}

/** By the id that the platform gives the carrier (`delivery_id`). */
const carrier: Entries<string> = {
  SF: ['顺丰速运', 'SF Express', 'default'],
  ZTO: ['中通快递', 'ZTO Express', 'default'],
  YTO: ['圆通速递', 'YTO Express', 'default'],
  STO: ['申通快递', 'STO Express', 'default'],
  YD: ['韵达速递', 'Yunda Express', 'default'],
  JTSD: ['极兔速递', 'J&T Express', 'default'],
  JD: ['京东物流', 'JD Logistics', 'default'],
  EMS: ['邮政 EMS', 'EMS by China Post', 'default'],
  YZPY: ['邮政快递包裹', 'China Post parcel', 'default'],
  DBL: ['德邦快递', 'Deppon Express', 'default'],
}

const refund_status: Entries<RefundStatus> = {
  processing: ['退款中', 'Under way', 'info'],
  succeeded: ['已退款', 'Paid back', 'success'],
  abnormal: ['退款失败', 'Failed', 'danger'],
  refused: ['被拒绝', 'Refused', 'danger'],
  closed: ['已关闭', 'Closed', 'default'],
}

const refund_reason = {
  changed_mind: ['不想要了', 'No longer wanted', 'default'],
  out_of_stock: ['缺货', 'Out of stock', 'default'],
  wrong_item: ['发错商品', 'Wrong item', 'default'],
  damaged: ['商品破损', 'Damaged', 'default'],
  quality: ['质量问题', 'Quality', 'default'],
  late: ['未按时送达', 'Too late', 'default'],
  other: ['其他', 'Other', 'default'],
} satisfies Entries<string>

const cancel_reason: Entries<string> = {
  changed_mind: ['顾客不想要了', 'The customer no longer wants it', 'default'],
  out_of_stock: ['缺货', 'Out of stock', 'default'],
  wrong_price: ['价格有误', 'Wrong price', 'default'],
  no_delivery: ['地址无法送达', 'No delivery to the address', 'default'],
  duplicate: ['重复下单', 'Ordered twice', 'default'],
  unreachable: ['联系不上顾客', 'The customer cannot be reached', 'default'],
  other: ['其他', 'Other', 'default'],
}

/** `out_of_stock` is left out, because only the shop can give this reason. */
const { out_of_stock: _, ...after_sale_reason } = refund_reason

const after_sale_kind: Entries<AfterSaleKind> = {
  refund: ['仅退款', 'Refund only', 'default'],
  return_refund: ['退货退款', 'Return and refund', 'info'],
}

const after_sale_status: Entries<AfterSaleStatus> = {
  requested: ['待处理', 'Needs review', 'warning'],
  returning: ['待顾客退货', 'Awaiting goods', 'info'],
  returned: ['待验收', 'To inspect', 'warning'],
  disputed: ['申诉中', 'Disputed', 'danger'],
  refunding: ['退款中', 'Refunding', 'info'],
  done: ['已退款', 'Refunded', 'success'],
  rejected: ['已拒绝', 'Rejected', 'default'],
  withdrawn: ['已撤销', 'Withdrawn', 'default'],
  expired: ['超时未退货', 'Expired', 'default'],
}

const invoice_status: Entries<InvoiceStatus> = {
  requested: ['待开票', 'To issue', 'warning'],
  issued: ['已开票', 'Issued', 'success'],
  to_replace: ['待换开', 'To replace', 'danger'],
  refused: ['已拒绝', 'Refused', 'default'],
  replaced: ['已换开', 'Replaced', 'default'],
}

const promotion_gives: Entries<PromotionGain> = {
  deal: ['限时特价', 'Deal', 'danger'],
  reduction: ['满减折扣', 'Discount', 'primary'],
  freight: ['运费减免', 'Shipping', 'info'],
}

const promotion_state: Entries<PromotionState> = {
  running: ['进行中', 'Running', 'success'],
  upcoming: ['未开始', 'Upcoming', 'info'],
  ended: ['已结束', 'Ended', 'default'],
  stopped: ['已停止', 'Stopped', 'warning'],
}

const promotion_scope: Entries<PromotionScope> = {
  all: ['全部商品', 'All products', 'default'],
  categories: ['指定分类', 'Categories', 'info'],
  products: ['指定商品', 'Products', 'primary'],
}

const promotion_audience: Entries<PromotionAudience> = {
  everyone: ['所有顾客', 'Everyone', 'default'],
  first_order: ['首单顾客', 'First orders', 'primary'],
}

const freight_template_charge: Entries<FreightCharge> = {
  piece: ['按件', 'By piece', 'primary'],
  weight: ['按重量', 'By weight', 'info'],
}

const freight_template_free_needs: Entries<FreightNeeds> = {
  either: ['满足其一', 'One of the two limits', 'default'],
  both: ['同时满足', 'Both limits', 'default'],
}

const coupon_source: Entries<CouponSource> = {
  customer: ['顾客领取', 'Taken by customers', 'primary'],
  code: ['兑换码', 'By a code', 'info'],
  staff: ['员工发放', 'Granted by staff', 'warning'],
  registration: ['新客自动发放', 'New customers', 'success'],
}

const coupon_state: Entries<CouponState> = {
  usable: ['可使用', 'Usable', 'success'],
  upcoming: ['未开始', 'Upcoming', 'info'],
  held: ['待付款订单占用', 'In an unpaid order', 'warning'],
  used: ['已使用', 'Used', 'primary'],
  expired: ['已过期', 'Expired', 'default'],
  revoked: ['已收回', 'Revoked', 'danger'],
}

export interface BaseDict {
  type: string
  name: string
  name_en: string
  /** Preselected in new records. */
  default?: string
  entries: Entries<string>
}

/** The built-in dictionaries. The code relies on their types and values. */
export const dicts: readonly BaseDict[] = [
  { type: 'gender', name: '性别', name_en: 'Gender', default: 'unknown', entries: gender },
  { type: 'user_status', name: '账号状态', name_en: 'Account status', default: 'active', entries: user_status },
  { type: 'order_status', name: '订单状态', name_en: 'Order status', entries: order_status },
  { type: 'carrier', name: '快递公司', name_en: 'Carriers', entries: carrier },
  { type: 'cancel_reason', name: '取消原因', name_en: 'Cancel reasons', entries: cancel_reason },
  { type: 'refund_status', name: '退款状态', name_en: 'Refund status', entries: refund_status },
  { type: 'refund_reason', name: '退款原因', name_en: 'Refund reasons', entries: refund_reason },
  { type: 'after_sale_reason', name: '售后原因', name_en: 'Return reasons', entries: after_sale_reason },
  { type: 'after_sale_kind', name: '售后类型', name_en: 'Return types', entries: after_sale_kind },
  { type: 'after_sale_status', name: '售后状态', name_en: 'Return status', entries: after_sale_status },
  { type: 'invoice_status', name: '发票状态', name_en: 'Invoice status', entries: invoice_status },
  { type: 'article_type', name: '文章类型', name_en: 'Article types', default: '1', entries: article_type },
  { type: 'notice_type', name: '通知类型', name_en: 'Announcement types', default: '1', entries: notice_type },
  { type: 'notice_source', name: '通知来源', name_en: 'Announcement sources', entries: notice_source },
  {
    type: 'publication_status',
    name: '发布状态',
    name_en: 'Publication status',
    default: 'draft',
    entries: publication_status,
  },
  { type: 'product_status', name: '商品状态', name_en: 'Product status', default: 'draft', entries: product_status },
  {
    type: 'promotion_gives',
    name: '促销类型',
    name_en: 'Promotion types',
    default: 'reduction',
    entries: promotion_gives,
  },
  { type: 'promotion_state', name: '促销状态', name_en: 'Promotion status', entries: promotion_state },
  {
    type: 'promotion_scope',
    name: '促销商品范围',
    name_en: 'Promotion scopes',
    default: 'all',
    entries: promotion_scope,
  },
  {
    type: 'promotion_audience',
    name: '促销顾客范围',
    name_en: 'Promotion audiences',
    default: 'everyone',
    entries: promotion_audience,
  },
  { type: 'coupon_source', name: '优惠券获取方式', name_en: 'Ways to get coupons', entries: coupon_source },
  { type: 'coupon_state', name: '优惠券状态', name_en: 'Coupon status', entries: coupon_state },
  {
    type: 'freight_template_charge',
    name: '运费计费方式',
    name_en: 'Units of shipping fees',
    default: 'piece',
    entries: freight_template_charge,
  },
  {
    type: 'freight_template_free_needs',
    name: '包邮条件',
    name_en: 'Conditions of free shipping',
    default: 'either',
    entries: freight_template_free_needs,
  },
  { type: 'stock_reason', name: '库存变动原因', name_en: 'Stock change reasons', entries: stock_reason },
  { type: 'audience', name: '通知受众', name_en: 'Announcement audiences', default: 'all', entries: audience },
  { type: 'target_type', name: '跳转目标', name_en: 'Link types', default: 'none', entries: target_type },
  { type: 'yes_no', name: '是否', name_en: 'Yes or no', entries: yes_no },
  {
    type: 'enabled_disabled',
    name: '启用状态',
    name_en: 'Enabled or disabled',
    default: 'enabled',
    entries: enabled_disabled,
  },
  { type: 'error_status', name: '错误处理状态', name_en: 'Error status', default: 'new', entries: error_status },
]
