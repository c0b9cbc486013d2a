/** The groups of parameters, in the order of the page. */
export const parameterGroups = [
  'shop',
  'user',
  'session',
  'limit',
  'order',
  'after_sale',
  'wechat',
  'stock',
  'address',
  'file',
  'log',
] as const
export type ParameterGroup = (typeof parameterGroups)[number]
