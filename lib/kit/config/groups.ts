/** The groups of settings, in the order of the page. */
export const settingGroups = [
  'shop',
  'user',
  'session',
  'limit',
  'order',
  'after_sale',
  'promotion',
  'wechat',
  'stock',
  'address',
  'file',
  'log',
] as const
export type SettingGroup = (typeof settingGroups)[number]
