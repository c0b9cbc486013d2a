/** `group`: the name of a group of the base data; null: the root user. */
export const demonstrationStaff = [
  { username: 'admin', nickname: '沈掌柜', is_root: true, group: null },
  { username: 'operator', nickname: '小禾', is_root: false, group: '运营' },
  { username: 'auditor', nickname: '老周', is_root: false, group: '审计' },
] as const

export const demonstrationCustomer = 'customer'
