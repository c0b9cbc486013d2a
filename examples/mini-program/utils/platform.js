const config = require('../config')
const { failure } = require('./failure')

/*
 * The two things that only the platform can do: sign the customer in, and take their money. With `simulated` the
 * demonstration does them, so that neither an appid nor a merchant account is needed.
 */

/** Acts as the customer's phone at the simulated platform. */
function simulate(data) {
  return new Promise((resolve, reject) => {
    wx.request({
      url: `${config.base}/sandbox/control`,
      method: 'POST',
      data,
      success: (answer) =>
        answer.statusCode === 200 ? resolve(answer.data) : reject(failure(answer.data, answer.header)),
      fail: () => reject(failure({ code: 'network' })),
    })
  })
}

/** A code with which the shop learns who the customer is. It can be used once, within five minutes. */
function loginCode() {
  if (config.simulated) return simulate({ action: 'login_code' }).then(({ code }) => code)
  return new Promise((resolve, reject) => {
    wx.login({ success: ({ code }) => resolve(code), fail: () => reject(failure({ code: 'network' })) })
  })
}

/** Resolves with what the phone says: `ok`, `cancelled` or `failed`. None of them proves that money has moved or not. */
function requestPayment(parameters) {
  return new Promise((resolve) => {
    if (!config.simulated) {
      wx.requestPayment({
        ...parameters,
        success: () => resolve('ok'),
        fail: ({ errMsg }) => resolve(errMsg === 'requestPayment:fail cancel' ? 'cancelled' : 'failed'),
      })
      return
    }
    wx.showModal({
      title: '模拟支付',
      content: '这是演示环境，不会产生真实扣款。',
      confirmText: '支付',
      success: ({ confirm }) => {
        if (!confirm) resolve('cancelled')
        else
          simulate({ action: 'pay', ...parameters }).then(
            () => resolve('ok'),
            () => resolve('failed'),
          )
      },
      fail: () => resolve('failed'),
    })
  })
}

module.exports = { loginCode, requestPayment }
