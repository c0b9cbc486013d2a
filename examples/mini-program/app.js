App({
  /** What one screen leaves for the next where a URL is too short for it. */
  globalData: {
    /** The category that was tapped on the home screen: a tab takes no parameters. */
    category_id: null,
    /** What is being bought: `{items: [{sku_id, count}], from_cart}`. */
    basket: null,
    /** The address that was chosen for it. */
    address: null,
  },
})
