import * as address from './address/endpoints'
import * as cmsAfterSale from './after_sale/cms'
import * as after_sale from './after_sale/endpoints'
import type { Endpoint } from './api/endpoint'
import * as cmsArticle from './article/cms'
import * as article from './article/endpoints'
import * as auth from './auth/endpoints'
import * as cmsBanner from './banner/cms'
import * as banner from './banner/endpoints'
import * as cart from './cart/endpoints'
import * as catalog from './catalog/endpoints'
import * as cmsCategory from './category/cms'
import * as category from './category/endpoints'
import * as config from './config/endpoints'
import * as customer from './customer/endpoints'
import * as dashboard from './dashboard/cms'
import * as cmsDict from './dict/cms'
import * as dict from './dict/endpoints'
import * as dict_type from './dict_type/endpoints'
import * as element from './element/endpoints'
import * as error_log from './error_log/endpoints'
import * as cmsFile from './file/cms'
import * as file from './file/endpoints'
import * as group from './group/endpoints'
import * as home from './home/endpoints'
import * as imports from './import/cms'
import * as job from './job/endpoints'
import * as login_log from './login_log/endpoints'
import * as menu from './menu/endpoints'
import * as cmsNotice from './notice/cms'
import * as notice from './notice/endpoints'
import * as oper_log from './oper_log/endpoints'
import * as cmsOrder from './order/cms'
import * as order from './order/endpoints'
import * as payment from './payment/endpoints'
import * as cmsProduct from './product/cms'
import * as product from './product/endpoints'
import * as stock from './stock/cms'
import * as cmsTheme from './theme/cms'
import * as theme from './theme/endpoints'
import * as token from './token/endpoints'
import * as staff from './user/cms'
import * as user from './user/endpoints'
import * as view from './view/endpoints'
import * as wechat from './wechat/endpoints'

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
