import type { ErrorStatus } from '@/db/enums'
import type { demonstrationStaff } from '@/db/seed/accounts'

type Username = (typeof demonstrationStaff)[number]['username']

/** By staff, to records other than orders. `customer`: a nickname, `theme`: a slug. */
export const edits = [
  { hours_ago: 150, by: 'admin', staff: 'operator', remark: '负责订单、发货和售后。' },
  { hours_ago: 122, by: 'operator', customer: '知秋', remark: '喜欢手写卡片，每单附一张。' },
  {
    hours_ago: 101,
    by: 'operator',
    theme: 'rainy-afternoon',
    description: '雨一下，哪儿也去不了，反倒好了。雨季期间满百包邮。',
  },
  { hours_ago: 76, by: 'operator', customer: '南山南', remark: '收货地址在园区，周末不收件。' },
  {
    hours_ago: 53,
    by: 'admin',
    theme: 'rainy-afternoon',
    description: '雨一下，哪儿也去不了，反倒好了。烧一壶水，找一点嚼的，听瓦上的声音。',
  },
  { hours_ago: 29, by: 'operator', customer: '鹿鸣', remark: '企业采购，需要发票，联系电话打给财务。' },
] as const satisfies ({ hours_ago: number; by: Username } & (
  | { staff: Username; remark: string }
  | { customer: string; remark: string }
  | { theme: string; description: string }
))[]

interface SignIn {
  hours_ago: number
  account: string
  /** Absent: no user has this account. */
  username?: Username
  /** Absent: the sign-in succeeded. */
  reason?: 'unknown_account' | 'wrong_secret'
  /** Absent: the address of the office. */
  ip?: string
}

const days = [6, 5, 4, 3, 2, 1, 0]
const stranger = '198.51.100.77'

/** Sign-ins of staff in the last week, and of an attacker who guesses passwords. */
export const signIns: SignIn[] = [
  ...days.flatMap((day): SignIn[] => [
    { hours_ago: day * 24 + 5.1, account: 'operator', username: 'operator' },
    { hours_ago: day * 24 + 4.2, account: 'admin', username: 'admin' },
  ]),
  { hours_ago: 6 * 24 + 2, account: 'auditor', username: 'auditor' },
  { hours_ago: 24 + 2.5, account: 'auditor', username: 'auditor' },
  { hours_ago: 4 * 24 + 5.3, account: 'operator', username: 'operator', reason: 'wrong_secret' },
  { hours_ago: 4 * 24 + 5.2, account: 'operator', username: 'operator', reason: 'wrong_secret' },
  { hours_ago: 62.2, account: 'ro***', reason: 'unknown_account', ip: stranger },
  { hours_ago: 62.1, account: 'te***', reason: 'unknown_account', ip: stranger },
  ...[62, 61.99, 61.98, 61.97].map(
    (hours_ago): SignIn => ({ hours_ago, account: 'admin', username: 'admin', reason: 'wrong_secret', ip: stranger }),
  ),
]

interface LoggedError {
  source: 'request' | 'job'
  method: string
  path: string
  name: string
  message: string
  stack: string
  count: number
  first_hours_ago: number
  last_hours_ago: number
  status: ErrorStatus
}

const fetching = '    at async request (lib/wechat/request.ts)'

export const errors: LoggedError[] = [
  {
    source: 'job',
    method: 'GET',
    path: '/api/cron?job=report',
    name: 'TimeoutError',
    message: 'The operation was aborted due to timeout',
    stack: fetching,
    count: 12,
    first_hours_ago: 130,
    last_hours_ago: 127,
    status: 'ignored',
  },
  {
    source: 'request',
    method: 'POST',
    path: '/v1/payment/pre_order',
    name: 'TypeError',
    message: 'fetch failed',
    stack: fetching,
    count: 3,
    first_hours_ago: 81,
    last_hours_ago: 80.6,
    status: 'resolved',
  },
  {
    source: 'job',
    method: 'GET',
    path: '/api/cron?job=report',
    name: 'Error',
    message: 'getaddrinfo EAI_AGAIN api.weixin.qq.com',
    stack: '    at GetAddrInfoReqWrap.onlookup (node:dns)',
    count: 2,
    first_hours_ago: 9,
    last_hours_ago: 8.9,
    status: 'new',
  },
]
