/** The name and the logo of the shop. Used in the browser too. */
export interface Brand {
  name: string
  /** The URL of the logo; null: pages show the logo of the product mini-shop. */
  logo_url: string | null
}

/** The brand of a shop without a name: the name of the product, and no logo. */
export const unnamed: Brand = { name: 'mini-shop', logo_url: null }
