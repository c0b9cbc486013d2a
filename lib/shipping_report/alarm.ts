import type { SystemNoticeKind } from '@/db/enums'
import { alarm } from '@/lib/notice/alarm'
import type { SystemNotice } from '@/lib/notice/commands'

class ShippingAlarm extends Error {
  override name = 'ShippingAlarm'
}

const path = '/wxa/sec/order/upload_shipping_info'

/** The order and the payment of a report. */
export interface Reported {
  order_id: number
  payment_no: string
}

/** Returns a notice with a link to the order of a payment. */
export const noticeOf = (
  kind: Extract<SystemNoticeKind, 'shipping_refused' | 'shipping_reminded'>,
  { order_id, payment_no }: Reported,
): SystemNotice => ({
  kind,
  subject: payment_no,
  params: { number: payment_no },
  link: `/admin/order/${order_id}`,
  permission_code: 'cms.order.list',
})

/** Alarms staff that the platform does not accept the shipping report of a payment. */
export const alarmRefused = (about: Reported, what: string) =>
  alarm({
    error: new ShippingAlarm(`${about.payment_no}: ${what}`),
    path,
    kind: what,
    notice: noticeOf('shipping_refused', about),
  })

/** Alarms staff that the mini-program lacks the permission to report shipments. */
export const alarmOff = (errcode: number) =>
  alarm({
    error: new ShippingAlarm(`the mini-program may not report shipping: errcode ${errcode}`),
    path,
    kind: `off ${errcode}`,
    notice: {
      kind: 'shipping_off',
      subject: 'wechat',
      params: { number: String(errcode) },
      link: '/admin/config',
      permission_code: 'cms.config.list',
    },
  })
