/** The name and the logo of the shop. Runs in the browser too. */
export interface Brand {
  name: string
  /** null: it has none, and is shown with the mark of the product. */
  logo_url: string | null
}

/** A shop that was not given a name has that of the product. */
export const unnamed: Brand = { name: 'mini-shop', logo_url: null }
