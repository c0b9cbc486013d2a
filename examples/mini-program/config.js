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
}
