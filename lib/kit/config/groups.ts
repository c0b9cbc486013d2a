/** The groups of settings that owners of a shop look for, in the order of the page. */
export const mainGroups = [
  'shop',
  'delivery',
  'order',
  'after_sale',
  'invoice',
  'promotion',
  'stock',
  'wechat',
] as const

/** The groups in the section “Advanced”, which is closed until a user opens it. */
export const advancedGroups = ['sign_in', 'limit', 'file', 'log'] as const

export type SettingGroup = (typeof mainGroups | typeof advancedGroups)[number]
