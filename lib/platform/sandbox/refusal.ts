/** `field` is a JSON pointer or a name. */
export interface RefusalDetail {
  field: string
  value?: unknown
  issue: string
  location: 'body' | 'url' | 'query' | 'header'
}

/** Status, code, message, and the number in `Request-ID`. Sources: the provider's pages and recorded responses. */
const refusals = {
  header_missing: [400, 'INVALID_REQUEST', 'Http头缺少Accept或User-Agent'],
  authorization: [401, 'SIGN_ERROR', 'Http头Authorization值格式错误，请参考《微信支付商户REST API签名规则》'],
  timestamp: [401, 'SIGN_ERROR', 'Http头Authorization中的timestamp与发起请求的时间不得超过5分钟'],
  serial: [401, 'SIGN_ERROR', '商户证书序列号有误。请使用签名私钥匹配的证书序列号'],
  signature: [401, 'SIGN_ERROR', '签名错误', 268443699],
  merchant_unknown: [400, 'MCH_NOT_EXISTS', '商户号不存在'],
  merchant_differs: [400, 'PARAM_ERROR', 'http header中的mchid与post payload中的mchid不匹配'],
  platform_serial: [400, 'PARAM_ERROR', 'Http头Wechatpay-Serial不是本商户可用的微信支付公钥ID'],
  app_unknown: [400, 'APPID_MCHID_NOT_MATCH', '商户号与appid不匹配'],
  too_large: [413, 'INVALID_REQUEST', '请求报文过大'],
  media_type: [400, 'INVALID_REQUEST', 'Http头Content-Type须为application/json'],
  not_json: [400, 'PARAM_ERROR', '请求报文不是合法的JSON'],
  parameter: [400, 'PARAM_ERROR', '参数错误'],
  order_unknown: [404, 'ORDER_NOT_EXIST', '订单不存在'],
  order_paid: [400, 'ORDER_PAID', '该订单已支付', 268498689],
  order_closed: [400, 'ORDER_CLOSED', '该订单已关闭'],
  order_differs: [400, 'INVALID_REQUEST', '请求重入时，参数与首次请求时不一致', 268498688],
  order_unpaid: [400, 'INVALID_REQUEST', '订单未支付，不可退款'],
  total_differs: [400, 'INVALID_REQUEST', '订单金额不一致'],
  refund_exceeds: [400, 'INVALID_REQUEST', '累计退款金额大于支付金额'],
  refund_differs: [400, 'INVALID_REQUEST', '退款单号已使用，且与首次请求的参数不一致'],
  refund_too_many: [400, 'INVALID_REQUEST', '部分退款次数超过限制'],
  refund_too_late: [400, 'INVALID_REQUEST', '订单已超过可退款的最大期限'],
  refund_order_unknown: [404, 'RESOURCE_NOT_EXISTS', '订单不存在'],
  refund_unknown: [404, 'RESOURCE_NOT_EXISTS', '退款单不存在'],
  no_certificate: [404, 'RESOURCE_NOT_EXISTS', '无可用的平台证书，请在商户平台查看微信支付公钥'],
  not_enough: [403, 'NOT_ENOUGH', '基本账户余额不足，请充值后重新发起'],
  account_abnormal: [403, 'USER_ACCOUNT_ABNORMAL', '退款失败，用户账户异常或已注销'],
  no_auth: [403, 'NO_AUTH', '商户号没有该接口的权限'],
  not_refundable: [400, 'INVALID_REQUEST', '该订单不支持退款'],
  too_frequent: [429, 'FREQUENCY_LIMITED', '频率限制'],
  system: [500, 'SYSTEM_ERROR', '系统异常，请用相同参数重新调用'],
} as const satisfies Record<string, readonly [number, string, string, number?]>

export type RefusalName = keyof typeof refusals

/** Error responses are not signed. */
export class Refusal extends Error {
  override name = 'Refusal'
  constructor(
    readonly reason: RefusalName,
    readonly detail?: RefusalDetail,
  ) {
    super(refusals[reason][2])
  }

  response(): Response {
    const [status, code, message, number = 0] = refusals[this.reason]
    return Response.json(
      { code, message, ...(this.detail && { detail: this.detail }) },
      { status, headers: { 'request-id': requestId(number) } },
    )
  }
}

/** An id, a dash, and the number of the error, or 0. */
export const requestId = (number = 0) => `${crypto.randomUUID().replaceAll('-', '').toUpperCase()}-${number}`
