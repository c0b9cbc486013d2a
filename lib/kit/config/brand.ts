/** Used in the browser too. */
export interface Brand {
  name: string
  /** null: the default logo of the mini-shop software. */
  logo_url: string | null
}

/** If the name of the shop is not set. */
export const unnamed: Brand = { name: 'mini-shop', logo_url: null }
