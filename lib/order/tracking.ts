/**
 * Where carriers show the way of a parcel, by their value in the dictionary `carrier`; the number is appended. Those that have no
 * lasting address with a number in it are left out.
 */
const pages = new Map([
  ['SF', 'https://www.sf-express.com/chn/sc/waybill/waybill-detail/'],
  ['ZTO', 'https://www.zto.com/express/expressCheck.html?txtBill='],
  ['JD', 'https://www.jdl.com/orderSearch/?waybillCodes='],
])

/** The page of a carrier about a parcel; null where none is known. */
export function trackingUrl(carrier: string, tracking_no: string): string | null {
  const page = pages.get(carrier)
  return page === undefined ? null : page + encodeURIComponent(tracking_no)
}
