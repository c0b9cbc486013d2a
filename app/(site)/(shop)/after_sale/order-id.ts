/** The id of an order in a query; undefined for anything else. */
export const orderIdOf = (value: unknown): number | undefined =>
  typeof value === 'string' && /^[1-9]\d{0,8}$/.test(value) ? Number(value) : undefined
