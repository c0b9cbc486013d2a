/* Safe in the browser. */

/** Of the page that prints labels again. */
export const labelsPath = (waybills: readonly { id: number }[]) =>
  `/admin/waybill/print?ids=${waybills.map(({ id }) => id)}`
