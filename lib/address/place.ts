interface Place {
  province: string
  city: string
  district: string
  detail: string
  postal_code: string | null
}

/**
 * Returns a place as one line of text, from the province to the postal code. The parts have this Chinese sequence in
 * every language.
 */
export const placeOf = ({ province, city, district, detail, postal_code }: Place) =>
  [province, city, district, detail, postal_code].filter(Boolean).join(' ')
