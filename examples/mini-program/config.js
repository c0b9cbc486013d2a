/** What changes from shop to shop. */
module.exports = {
  /** The origin of the shop, without a slash at the end. */
  base: 'http://localhost:3000',

  /**
   * Whether wx.login and wx.requestPayment are those that the demonstration simulates. For a real shop: false.
   */
  simulated: true,

  /** The slot of the banner at the top of the home screen. */
  banner: 'home',

  /** Entries of the dictionary `after_sale_reason` of the shop, as its admin has them. */
  reasons: [
    { value: 'changed_mind', label: '不想要了' },
    { value: 'wrong_item', label: '发错商品' },
    { value: 'damaged', label: '商品破损' },
    { value: 'quality', label: '质量问题' },
    { value: 'late', label: '未按时送达' },
    { value: 'other', label: '其他' },
  ],

  /** Entries of the dictionary `carrier`; at most six, which is what wx.showActionSheet can show. */
  carriers: [
    { value: 'SF', label: '顺丰速运' },
    { value: 'ZTO', label: '中通快递' },
    { value: 'YTO', label: '圆通速递' },
    { value: 'STO', label: '申通快递' },
    { value: 'JD', label: '京东物流' },
    { value: 'EMS', label: '邮政 EMS' },
  ],
}
