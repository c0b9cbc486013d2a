import * as address from '@/lib/address/endpoints'
import * as cmsAfterSale from '@/lib/after_sale/cms'
import * as after_sale from '@/lib/after_sale/endpoints'
import * as api_key from '@/lib/api_key/cms'
import * as cmsArticle from '@/lib/article/cms'
import * as article from '@/lib/article/endpoints'
import * as auth from '@/lib/auth/cms'
import * as cmsBanner from '@/lib/banner/cms'
import * as banner from '@/lib/banner/endpoints'
import * as carrier_account from '@/lib/carrier_account/cms'
import * as cart from '@/lib/cart/endpoints'
import * as catalog from '@/lib/catalog/endpoints'
import * as cmsCategory from '@/lib/category/cms'
import * as category from '@/lib/category/endpoints'
import * as config from '@/lib/config/cms'
import * as customer from '@/lib/customer/cms'
import * as dashboard from '@/lib/dashboard/cms'
import * as cmsDict from '@/lib/dict/cms'
import * as dict from '@/lib/dict/endpoints'
import * as dict_type from '@/lib/dict_type/cms'
import * as element from '@/lib/element/cms'
import * as error_log from '@/lib/error_log/cms'
import * as event from '@/lib/event/cms'
import * as cmsFile from '@/lib/file/cms'
import * as file from '@/lib/file/endpoints'
import * as freight_template from '@/lib/freight_template/cms'
import * as group from '@/lib/group/cms'
import * as home from '@/lib/home/endpoints'
import * as imports from '@/lib/import/cms'
import * as cmsInvoice from '@/lib/invoice/cms'
import * as invoice from '@/lib/invoice/endpoints'
import type { ReferencePages } from '@/lib/kit/api/document/openapi'
import type { Endpoint } from '@/lib/kit/api/endpoint/endpoint'
import * as login_log from '@/lib/login_log/cms'
import * as menu from '@/lib/menu/cms'
import * as cmsNotice from '@/lib/notice/cms'
import * as notice from '@/lib/notice/endpoints'
import * as oper_log from '@/lib/oper_log/cms'
import * as cmsOrder from '@/lib/order/cms'
import * as order from '@/lib/order/endpoints'
import * as waybill from '@/lib/order/waybill/cms'
import * as payment from '@/lib/payment/endpoints'
import * as cmsProduct from '@/lib/product/cms'
import * as product from '@/lib/product/endpoints'
import * as cmsPromotion from '@/lib/promotion/cms'
import * as promotion from '@/lib/promotion/endpoints'
import * as region from '@/lib/region/endpoints'
import * as stock from '@/lib/stock/cms'
import * as cmsStore from '@/lib/store/cms'
import * as store from '@/lib/store/endpoints'
import * as cmsTheme from '@/lib/theme/cms'
import * as theme from '@/lib/theme/endpoints'
import * as token from '@/lib/token/endpoints'
import * as staff from '@/lib/user/cms'
import * as user from '@/lib/user/endpoints'
import * as view from '@/lib/view/cms'
import * as webhook from '@/lib/webhook/cms'
import * as wechat from '@/lib/wechat/endpoints'
import * as job from './jobs/endpoints'

/** In the sequence of the OpenAPI document. */
export const modules = {
  token,
  user,
  address,
  region,
  store,
  file,
  home,
  banner,
  theme,
  category,
  catalog,
  product,
  article,
  notice,
  dict,
  promotion,
  cart,
  order,
  payment,
  wechat,
  after_sale,
  invoice,
  dashboard,
  staff,
  customer,
  group,
  api_key,
  auth,
  menu,
  element,
  view,
  dict_type,
  cmsDict,
  cmsCategory,
  cmsTheme,
  cmsPromotion,
  freight_template,
  carrier_account,
  cmsStore,
  cmsBanner,
  cmsArticle,
  cmsNotice,
  cmsFile,
  cmsOrder,
  waybill,
  cmsAfterSale,
  cmsInvoice,
  cmsProduct,
  imports,
  stock,
  event,
  webhook,
  config,
  oper_log,
  login_log,
  error_log,
} as const

type Values<Module> = Module extends unknown ? Module[keyof Module] : never

/** The compiler reads every module for this type: use `Operations` for a single endpoint. */
export type DeclaredEndpoint = Values<(typeof modules)[keyof typeof modules]>

const named = Object.values(modules).flatMap((module) => Object.entries<Endpoint>(module))

/** By the name of the value, which is the `operationId`. A test checks that no name occurs twice. */
export const operations: ReadonlyMap<string, Endpoint> = new Map(named)

/** Tests of routes and access are generated from this, and another compares it with `Operations`. */
export const endpoints: readonly Endpoint[] = named.map(([, endpoint]) => endpoint)

/** Pages for modules with many operations, by path. */
export const referencePages: ReferencePages = [
  ['history_access', /^\/cms\/(?:user|customer|group|api_key|menu|element|dict_type|dict)\/\{id\}\/history$/],
  [
    'history_sale',
    /^\/cms\/(?:product|promotion|freight_template|carrier_account|store|order|after_sale|invoice)\/\{id\}\/history$/,
  ],
  ['history', /^\/cms\/\w+\/\{id\}\/history$/],
  ['checkout', /^\/v1\/order\/(?:preview|count|shared\/\{order_no\}|\{id\}\/lines)$/],
  ['order_parcel', /^\/v1\/order\/(?:\{id\}\/trace|by_payment\/\{payment_no\})$/],
  ['order_change', /^\/v1\/order\/\{id\}\/(?:cancel|confirm|receiver(?:\/freight)?)$/],
  ['order_change', /^\/cms\/order\/\{id\}\/(?:cancel|receiver\/freight)$/],
  ['order_note', /^\/cms\/order\/(?:count|\{id\}\/note)$/],
  ['order_record', /^\/cms\/order\/\{id\}$/],
  ['order_preview', /^\/cms\/order\/(?:\{id\}\/)?preview$/],
  ['order_create', /^\/cms\/order$/, 'POST'],
  ['pickup', /^\/cms\/order\/(?:pickup|\{id\}\/ready)$/],
  ['collect', /^\/cms\/order\/\{id\}\/collect$/],
  ['shipping_report', /^\/cms\/order\/\{id\}\/report/],
  ['shipment_change', /^\/cms\/order\/\{id\}\/ship\w*\/\{/],
  ['shipment', /^\/cms\/order\/\{id\}\/ship/],
  ['packing', /^\/cms\/order\/(?:print|import)/],
  ['refund_failure', /^\/cms\/order\/\{id\}\/refund\/\{/],
  ['refund', /^\/cms\/order\/\{id\}\/refund/],
  ['webhook_delivery', /^\/cms\/webhook\/\{id\}\/(?:delivery|ping|resend)/],
  ['user_session', /^\/cms\/user\/\{id\}\/(?:session|unlock)/],
  ['after_sale_end', /^\/cms\/after_sale\/\{id\}\/(?:return|receive|refuse|decide)$/],
  ['file_folder', /^\/cms\/file\/folder/],
  ['product_record', /^\/cms\/product\/\{id\}$/],
  ['product_bulk', /^\/cms\/product\/(?:bulk|bulk_delete|count|\{id\}\/(?:restore|duplicate|uses))$/],
  ['promotion_record', /^\/cms\/promotion\/\{id\}(?:\/duplicate)?$/],
  ['coupon', /^\/cms\/promotion\/\{id\}\/(?:grant|code)$/],
  ['invoice_end', /^\/cms\/invoice\/(?:file|\{id\}\/(?:issue|refuse|replace))$/],
  ['deal_import', /^\/cms\/promotion\/(?:import|\{id\}\/sku)/],
  ['coupon_import', /^\/cms\/coupon\/import/],
  ['invoice_import', /^\/cms\/invoice\/import/],
  ['import', /^\/cms\/product\/import/],
  ['stock', /^\/cms\/(?:product\/\{id\}\/stock_log|sku(?:\/price)?)$/],
]

/** Called by the scheduler. Not in the OpenAPI document. */
export const jobs = Object.values(job)
