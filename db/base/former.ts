type FormerTexts<Column extends string> = Readonly<Record<string, Partial<Record<Column, readonly string[]>>>>

export const formerMenuTexts: FormerTexts<'title' | 'title_en'> = {
  theme: { title: ['主题'], title_en: ['Themes'] },
  notice: { title: ['通知公告'], title_en: ['Notices'] },
  access: { title: ['权限'], title_en: ['Access'] },
  auth: { title: ['权限点'], title_en: ['Permission points'] },
  routes: { title: ['路由预览'], title_en: ['Routes'] },
  element: { title_en: ['Elements'] },
  after_sale: { title_en: ['After-sale'] },
  dict: { title: ['数据字典'], title_en: ['Dictionaries'] },
  config: { title: ['系统参数'], title_en: ['Parameters'] },
  oper_log: { title_en: ['Operation log'] },
  login_log: { title_en: ['Login log'] },
}

export const formerPlaces: Readonly<Record<string, { directory: string; sort_order: number }>> = {
  auth: { directory: 'access', sort_order: 30 },
  menu: { directory: 'navigation', sort_order: 10 },
  routes: { directory: 'navigation', sort_order: 20 },
  element: { directory: 'navigation', sort_order: 30 },
  dict: { directory: 'system', sort_order: 10 },
  config: { directory: 'system', sort_order: 20 },
  promotion: { directory: 'catalogue', sort_order: 40 },
  coupon: { directory: 'catalogue', sort_order: 50 },
  freight_template: { directory: 'catalogue', sort_order: 60 },
  store: { directory: 'catalogue', sort_order: 70 },
}

export const formerDirectories = [
  { name: 'navigation', title: '导航', title_en: 'Navigation', icon: 'layout-sidebar', sort_order: 750 },
  { name: 'system', title: '系统', title_en: 'System', icon: 'settings', sort_order: 800 },
] as const

export const formerElementTexts: FormerTexts<'name'> = {
  'order.update': { name: ['编辑订单与写备注'] },
  'after_sale.arbitrate': { name: ['仲裁争议', '裁决申诉'] },
  'theme.create': { name: ['新建主题'] },
  'theme.update': { name: ['编辑主题'] },
  'theme.delete': { name: ['删除主题'] },
  'element.create': { name: ['新建元素'] },
  'element.update': { name: ['编辑元素'] },
  'element.delete': { name: ['删除元素'] },
  'dict_type.create': { name: ['新建字典类型'] },
  'dict_type.update': { name: ['编辑字典类型'] },
  'dict_type.delete': { name: ['删除字典类型'] },
  'dict.create': { name: ['新建字典项'] },
  'dict.update': { name: ['编辑字典项'] },
  'dict.delete': { name: ['删除字典项'] },
  'config.update': { name: ['修改参数'] },
}

/** Former labels of dictionary entries, by `<type>:<value>`. */
export const formerEntryTexts: FormerTexts<'label' | 'label_en'> = {
  'stock_reason:order_cancelled': { label_en: ['Order cancelled'] },
  'product_status:on_sale': { label_en: ['On sale'] },
  'product_status:off_sale': { label_en: ['Off sale'] },
  'stock_reason:withdrawn': { label_en: ['Withdrawn'] },
  'target_type:theme': { label: ['主题'], label_en: ['Theme'] },
  'target_type:url': { label_en: ['Web address'] },
  'promotion_gives:reduction': { label: ['商品优惠'] },
  'promotion_gives:freight': { label: ['运费优惠'] },
  'after_sale_status:requested': { label_en: ['To be decided', 'To decide'] },
  'after_sale_status:disputed': { label: ['有争议'] },
  'after_sale_status:returning': { label: ['待买家退货'], label_en: ['Waiting for the goods'] },
  'after_sale_status:returned': { label_en: ['To be inspected'] },
  'after_sale_status:refunding': { label_en: ['Refund under way'] },
  'after_sale_status:expired': { label_en: ['Goods not sent in time', 'Not sent back'] },
}
