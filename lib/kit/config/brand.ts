/** The name and the logo of the shop. Used in the browser too. */
export interface Brand {
  name: string
  /** The URL of the shop's logo; null: pages show the default logo of the mini-shop software. */
  logo_url: string | null
}

/** The brand of a shop whose name is not set: the name of the mini-shop software, and no logo. */
export const unnamed: Brand = { name: 'mini-shop', logo_url: null }
