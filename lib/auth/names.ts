/*
 * What permission points are called where nobody translates them. Pages translate module and verb by their own keys.
 */

const modules: Record<string, string> = {
  user: 'Staff',
  customer: 'Customers',
  group: 'Groups',
  auth: 'Permission points',
  menu: 'Menus',
  element: 'Page elements',
  dict_type: 'Dictionary types',
  dict: 'Dictionary entries',
  config: 'Parameters',
  oper_log: 'Operation log',
  login_log: 'Login log',
  error_log: 'Error log',
  article: 'Articles',
  file: 'Files',
  order: 'Orders',
  banner: 'Banners',
  notice: 'Notices',
  product: 'Products',
  category: 'Categories',
  theme: 'Themes',
  dashboard: 'Dashboard',
}

const verbs: Record<string, string> = {
  list: 'read',
  create: 'create',
  update: 'change',
  delete: 'delete',
  password: 'set passwords',
  session: 'end sessions',
  ship: 'ship',
  cancel: 'cancel',
  refund: 'refund',
}

export const moduleName = (module: string) => modules[module] ?? module

/** `Staff: set passwords` for `cms.user.password`. */
export function pointName(code: string): string {
  const [, module = '', verb = ''] = code.split('.')
  return `${moduleName(module)}: ${verbs[verb] ?? verb}`
}
