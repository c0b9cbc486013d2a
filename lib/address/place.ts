interface Place {
  province: string
  city: string
  district: string
  detail: string
  postal_code: string | null
}

/** An address in one line, in the Chinese order in every language. */
export const placeOf = ({ province, city, district, detail, postal_code }: Place) =>
  [province, city, district, detail, postal_code].filter(Boolean).join(' ')
