import account from './en/account.json'
import admin from './en/admin.json'
import after_sale from './en/after_sale.json'
import article from './en/article.json'
import auth from './en/auth.json'
import banner from './en/banner.json'
import bell from './en/bell.json'
import catalogue from './en/catalogue.json'
import category from './en/category.json'
import chart from './en/chart.json'
import config from './en/config.json'
import copy from './en/copy.json'
import coupon from './en/coupon.json'
import customer from './en/customer.json'
import dashboard from './en/dashboard.json'
import developers from './en/developers.json'
import dict from './en/dict.json'
import dict_type from './en/dict_type.json'
import docs from './en/docs.json'
import element from './en/element.json'
import empty from './en/empty.json'
import error_log from './en/error_log.json'
import failure from './en/failure.json'
import file from './en/file.json'
import form from './en/form.json'
import freight_template from './en/freight_template.json'
import group from './en/group.json'
import history from './en/history.json'
import importing from './en/import.json'
import login from './en/login.json'
import login_log from './en/login_log.json'
import menu from './en/menu.json'
import missing from './en/missing.json'
import new_orders from './en/new_orders.json'
import notice from './en/notice.json'
import oper_log from './en/oper_log.json'
import order from './en/order.json'
import permission from './en/permission.json'
import product from './en/product.json'
import profile from './en/profile.json'
import promotion from './en/promotion.json'
import purchase from './en/purchase.json'
import refusal from './en/refusal.json'
import routes from './en/routes.json'
import sale from './en/sale.json'
import sandbox from './en/sandbox.json'
import search from './en/search.json'
import setting from './en/setting.json'
import shell from './en/shell.json'
import shop from './en/shop.json'
import store from './en/store.json'
import storefront from './en/storefront.json'
import synonym from './en/synonym.json'
import table from './en/table.json'
import theme from './en/theme.json'
import time from './en/time.json'
import toast from './en/toast.json'
import user from './en/user.json'
import type { Locale } from './locale'

/**
 * All texts in English: one namespace per file of `en/`. `messages.unit.test.ts` fails for a file that is missing here.
 */
export const english = {
  account,
  admin,
  after_sale,
  article,
  auth,
  banner,
  bell,
  catalogue,
  category,
  chart,
  config,
  copy,
  coupon,
  customer,
  dashboard,
  developers,
  dict,
  dict_type,
  docs,
  element,
  empty,
  error_log,
  failure,
  file,
  form,
  freight_template,
  group,
  history,
  import: importing,
  login,
  login_log,
  menu,
  missing,
  new_orders,
  notice,
  oper_log,
  order,
  permission,
  product,
  profile,
  promotion,
  purchase,
  refusal,
  routes,
  sale,
  sandbox,
  search,
  setting,
  shell,
  shop,
  store,
  storefront,
  synonym,
  table,
  theme,
  time,
  toast,
  user,
}

export type Messages = typeof english

/** All texts in a language. A test ensures that every language has the same files and keys as English. */
export async function messagesIn(locale: Locale): Promise<Messages> {
  if (locale === 'en') return english
  const files = await Promise.all(
    Object.keys(english).map(async (name) => ({ [name]: (await import(`./${locale}/${name}.json`)).default })),
  )
  return Object.assign({ ...english }, ...files)
}
