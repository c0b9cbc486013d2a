/*
 * The shop answers a failure with a problem document, whose `code` is made for programs and whose `detail` is an English
 * sentence for developers. This is what customers read instead.
 */

const texts = {
  network: '网络不可用，请检查网络后重试',
  unauthenticated: '登录已失效，请重试',
  invalid_credentials: '微信登录失败，请重试',
  forbidden: '当前账号不能进行此操作',
  not_found: '内容不存在或已下架',
  already_exists: '该内容已存在',
  limit_reached: '数量已达上限',
  out_of_stock: '部分商品库存不足',
  not_deliverable: '部分商品不配送到该地址',
  price_changed: '价格有变动，请确认后重新提交',
  cart_changed: '购物车已有变动，请返回购物车确认',
  coupon_unusable: '该优惠券不可用，请重新选择',
  shop_closed: '店铺暂停接单，暂时不能下单',
  invoice_decided: '店铺已开具或拒绝这张发票',
  order_state: '订单状态已变化，请刷新后查看',
  after_sale_open: '这些商品正在售后处理中',
  receipt_unconfirmed: '尚未在微信中确认收货',
  payer_missing: '当前账号未绑定微信，无法支付',
  idempotency_key_reused: '请勿重复提交',
  in_progress: '正在处理，请稍后重试',
  provider_error: '微信服务暂时不可用，请稍后重试',
  too_many_requests: '操作过于频繁，请稍后重试',
  unavailable: '服务繁忙，请稍后重试',
}

/** What customers call the fields that they fill in. */
const fields = {
  address_id: '收货地址',
  name: '收货人',
  mobile: '手机号',
  province: '所在地区',
  city: '所在地区',
  district: '所在地区',
  detail: '详细地址',
  nickname: '昵称',
  remark: '备注',
  description: '问题描述',
  count: '数量',
  tracking_no: '物流单号',
  reason_code: '售后原因',
  title: '发票抬头',
  tax_no: '税号',
  address: '企业地址',
  phone: '企业电话',
  bank: '开户银行',
  bank_account: '银行账号',
}

const faults = {
  required: '不能为空',
  too_small: '过短或过小',
  too_big: '过长或过大',
  invalid_format: '格式不正确',
  check_digit: '有误，请核对',
  invalid_characters: '含有不支持的字符',
  not_found: '不存在或已失效',
}

function messageOf(problem, header) {
  const { code, invalid_params = [] } = problem
  const [fault] = invalid_params
  if (code === 'invalid_request' && fault) {
    // `items.0.count` is about a count.
    const field = fields[fault.name.split('.').pop()]
    // An empty text is one that is too short.
    const isEmpty = fault.code === 'too_small' && fault.params && fault.params.minimum === 1
    if (field) return field + (isEmpty ? faults.required : faults[fault.code] || '有误，请检查')
  }
  const seconds = Number(headerOf(header, 'retry-after'))
  if (problem.code === 'too_many_requests' && seconds) return `操作过于频繁，请 ${seconds} 秒后重试`
  return texts[code] || '出错了，请稍后重试'
}

/** Phones disagree on how the names of headers are written. */
function headerOf(header, name) {
  const key = Object.keys(header || {}).find((one) => one.toLowerCase() === name)
  return key && header[key]
}

/**
 * An Error to show: `message` is for the customer, `code` for the program, `problem` the whole document.
 * The body is not a problem document where something between the phone and the shop has answered.
 */
function failure(problem, header) {
  const known = problem?.code ? problem : { code: 'unknown' }
  return Object.assign(new Error(messageOf(known, header)), { code: known.code, problem: known })
}

module.exports = { failure, headerOf, texts }
