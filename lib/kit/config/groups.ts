/** The groups of settings that owners of a shop need most, in the sequence of the settings page. */
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

/** The groups of settings in the section “Advanced” of the settings page, which is closed until a user opens it. */
export const advancedGroups = ['sign_in', 'limit', 'file', 'log'] as const

export type SettingGroup = (typeof mainGroups | typeof advancedGroups)[number]
