/**
 * The tracking pages of carriers, by value in the dictionary `carrier`; the tracking number is appended. Carriers
 * without a stable address that contains the number are not listed.
 */
const pages = new Map([
  ['SF', 'https://www.sf-express.com/chn/sc/waybill/waybill-detail/'],
  ['ZTO', 'https://www.zto.com/express/expressCheck.html?txtBill='],
  ['JD', 'https://www.jdl.com/orderSearch/?waybillCodes='],
])

/** Returns the URL of a carrier's page about a parcel; null: not known. */
export function trackingUrl(carrier: string, tracking_no: string): string | null {
  const page = pages.get(carrier)
  return page === undefined ? null : page + encodeURIComponent(tracking_no)
}
