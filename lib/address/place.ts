interface Place {
  province: string
  city: string
  district: string
  detail: string
  postal_code: string | null
}

/** From province to postal code: this Chinese sequence in every language. */
export const placeOf = ({ province, city, district, detail, postal_code }: Place) =>
  [province, city, district, detail, postal_code].filter(Boolean).join(' ')
