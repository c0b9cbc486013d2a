/* The platform answers 100,000 requests a day for a mini-program, and 100 for a customer. A fifth is left for first requests. */

const day = 86_400
const hour = 3_600
const askedPerDay = { all: 80_000, customer: 80 }

/** Seconds until a parcel is asked about again. `all`, `own`: open parcels of the shop, and of the parcel's customer. */
export const askingSeconds = ({ all, own }: { all: number; own: number }): number =>
  Math.ceil(Math.max(hour, (all * day) / askedPerDay.all, (own * day) / askedPerDay.customer))
