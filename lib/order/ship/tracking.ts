/** By carrier; the tracking number is appended. Without carriers whose URL cannot contain the number. */
const pages = new Map([
  ['SF', 'https://www.sf-express.com/chn/sc/waybill/waybill-detail/'],
  ['ZTO', 'https://www.zto.com/express/expressCheck.html?txtBill='],
  ['JD', 'https://www.jdl.com/orderSearch/?waybillCodes='],
])

export function trackingUrl(carrier: string, tracking_no: string): string | null {
  const page = pages.get(carrier)
  return page === undefined ? null : page + encodeURIComponent(tracking_no)
}
