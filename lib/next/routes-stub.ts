import type { Route } from '@/components/shell/routes'

const page = (
  id: number,
  name: string,
  title: string,
  title_en: string,
  icon: string,
  elements: string[] = [],
): Route => ({
  id,
  type: 'page',
  name,
  title,
  title_en,
  path: `/admin/${name}`,
  icon,
  hidden: false,
  children: [],
  elements,
})
const dir = (id: number, title: string, title_en: string, icon: string, children: Route[]): Route => ({
  id,
  type: 'directory',
  name: title_en,
  title,
  title_en,
  path: null,
  icon,
  hidden: false,
  children,
  elements: [],
})
export const readRoutes = async (): Promise<Route[]> => [
  dir(1, '人员', 'People', 'users', [
    page(2, 'user', '用户', 'Users', 'user'),
    page(3, 'customer', '顾客', 'Customers', 'users'),
    page(4, 'group', '分组', 'Groups', 'users-group'),
  ]),
  dir(5, '系统', 'System', 'settings', [
    page(6, 'menu', '菜单', 'Menus', 'list-tree'),
    page(7, 'dict', '字典', 'Dictionaries', 'book', [
      'dict.create',
      'dict.update',
      'dict.delete',
      'dict_type.create',
      'dict_type.update',
      'dict_type.delete',
    ]),
    page(8, 'config', '参数', 'Parameters', 'adjustments'),
  ]),
  dir(9, '日志', 'Logs', 'file-text', [
    page(10, 'oper_log', '操作日志', 'Operation log', 'history'),
    page(11, 'login_log', '登录日志', 'Login log', 'login'),
    page(12, 'error_log', '错误日志', 'Error log', 'bug'),
  ]),
]
