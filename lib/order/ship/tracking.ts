/**
 * The URLs of the tracking pages of carriers, by value in the dictionary `carrier`. The tracking number is appended to
 * the URL. Carriers whose URL cannot contain the tracking number are not listed.
 */
const pages = new Map([
  ['SF', 'https://www.sf-express.com/chn/sc/waybill/waybill-detail/'],
  ['ZTO', 'https://www.zto.com/express/expressCheck.html?txtBill='],
  ['JD', 'https://www.jdl.com/orderSearch/?waybillCodes='],
])

/** Returns the URL of the carrier's page about a parcel; null: no such page is known. */
export function trackingUrl(carrier: string, tracking_no: string): string | null {
  const page = pages.get(carrier)
  return page === undefined ? null : page + encodeURIComponent(tracking_no)
}
