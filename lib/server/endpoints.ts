import * as address from '@/lib/address/endpoints'
import * as cmsAfterSale from '@/lib/after_sale/cms'
import * as after_sale from '@/lib/after_sale/endpoints'
import * as cmsArticle from '@/lib/article/cms'
import * as article from '@/lib/article/endpoints'
import * as auth from '@/lib/auth/cms'
import * as cmsBanner from '@/lib/banner/cms'
import * as banner from '@/lib/banner/endpoints'
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
import * as cmsFile from '@/lib/file/cms'
import * as file from '@/lib/file/endpoints'
import * as group from '@/lib/group/cms'
import * as home from '@/lib/home/endpoints'
import * as imports from '@/lib/import/cms'
import type { Endpoint } from '@/lib/kit/api/endpoint/endpoint'
import * as login_log from '@/lib/login_log/cms'
import * as menu from '@/lib/menu/cms'
import * as cmsNotice from '@/lib/notice/cms'
import * as notice from '@/lib/notice/endpoints'
import * as oper_log from '@/lib/oper_log/cms'
import * as cmsOrder from '@/lib/order/cms'
import * as order from '@/lib/order/endpoints'
import * as payment from '@/lib/payment/endpoints'
import * as cmsProduct from '@/lib/product/cms'
import * as product from '@/lib/product/endpoints'
import * as stock from '@/lib/stock/cms'
import * as cmsTheme from '@/lib/theme/cms'
import * as theme from '@/lib/theme/endpoints'
import * as token from '@/lib/token/endpoints'
import * as staff from '@/lib/user/cms'
import * as user from '@/lib/user/endpoints'
import * as view from '@/lib/view/cms'
import * as wechat from '@/lib/wechat/endpoints'
import * as job from './jobs/endpoints'

const declared = [
  ...Object.values(token),
  ...Object.values(user),
  ...Object.values(address),
  ...Object.values(file),
  ...Object.values(home),
  ...Object.values(banner),
  ...Object.values(theme),
  ...Object.values(category),
  ...Object.values(catalog),
  ...Object.values(product),
  ...Object.values(article),
  ...Object.values(notice),
  ...Object.values(dict),
  ...Object.values(cart),
  ...Object.values(order),
  ...Object.values(payment),
  ...Object.values(wechat),
  ...Object.values(after_sale),
  ...Object.values(dashboard),
  ...Object.values(staff),
  ...Object.values(customer),
  ...Object.values(group),
  ...Object.values(auth),
  ...Object.values(menu),
  ...Object.values(element),
  ...Object.values(view),
  ...Object.values(dict_type),
  ...Object.values(cmsDict),
  ...Object.values(cmsCategory),
  ...Object.values(cmsTheme),
  ...Object.values(cmsBanner),
  ...Object.values(cmsArticle),
  ...Object.values(cmsNotice),
  ...Object.values(cmsFile),
  ...Object.values(cmsOrder),
  ...Object.values(cmsAfterSale),
  ...Object.values(cmsProduct),
  ...Object.values(imports),
  ...Object.values(stock),
  ...Object.values(config),
  ...Object.values(oper_log),
  ...Object.values(login_log),
  ...Object.values(error_log),
] as const

/** Each with its own method, path and schemas. For single ones use `Operations`: this type reads every module. */
export type DeclaredEndpoint = (typeof declared)[number]

/**
 * Every endpoint. The API document and generated tests (routes, access checks) are derived from this array, and a test
 * compares it with the typed client's `Operations`.
 */
export const endpoints: readonly Endpoint[] = declared

/** The endpoints that the scheduler calls. They are not part of the API document. */
export const jobs = Object.values(job)
