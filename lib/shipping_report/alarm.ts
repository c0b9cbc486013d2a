import type { SystemNoticeKind } from '@/db/enums'
import { alarm } from '@/lib/notice/alarm'
import type { SystemNotice } from '@/lib/notice/commands'

class ShippingAlarm extends Error {
  override name = 'ShippingAlarm'
}

const path = '/wxa/sec/order/upload_shipping_info'

export interface Reported {
  order_id: number
  payment_no: string
}

/** With a link to the order. */
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

export const alarmRefused = (about: Reported, what: string) =>
  alarm({
    error: new ShippingAlarm(`${about.payment_no}: ${what}`),
    path,
    kind: what,
    notice: noticeOf('shipping_refused', about),
  })

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
