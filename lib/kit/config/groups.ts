/** Owners need these most. In the sequence of the settings page. */
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

/** Shown in the section “Advanced”, which is closed at first. */
export const advancedGroups = ['sign_in', 'limit', 'file', 'log'] as const

export type SettingGroup = (typeof mainGroups | typeof advancedGroups)[number]
