/** Seconds until the next attempt, by earlier failed attempts. After the last entry, staff are alarmed. */
export const delays = [10, 30, 60, 300, 1_800, 7_200]

export interface Parcel {
  id: number
  carrier: string | null
  tracking_no: string | null
  reported_at: Date | null
  /** The sent {@link parcelName}, which the platform may know; null: not sent, or not accepted. */
  reported_as: string | null
}

/** Reported with a phone number of the receiver. */
export const carrierWithPhone = 'SF'

/** Empty for a shipment without a carrier. */
export const parcelName = ({ carrier, tracking_no }: Pick<Parcel, 'carrier' | 'tracking_no'>) =>
  carrier === null || tracking_no === null ? '' : `${carrier} ${tracking_no}`

/** A tracking number has no spaces. */
function parcelNamed(name: string): Pick<Parcel, 'carrier' | 'tracking_no'> {
  const at = name.lastIndexOf(' ')
  return at < 0 ? { carrier: null, tracking_no: null } : { carrier: name.slice(0, at), tracking_no: name.slice(at + 1) }
}

/** With another tracking number, the platform takes a repeated report as a second parcel. */
const asReported = <P extends Parcel>(parcel: P): P =>
  parcel.reported_as === null ? parcel : { ...parcel, ...parcelNamed(parcel.reported_as) }

interface Known {
  /** Nothing is left to ship. */
  isClosed: boolean
  /** The platform knows that no further parcel follows. */
  finished: boolean
  /** Not revoked, by the time of shipping. */
  parcels: Parcel[]
}

export interface Step<P extends Parcel = Parcel> {
  parcels: P[]
  /** 1: the whole order in one parcel; 2: several parcels. */
  delivery_mode: 1 | 2
  /** Says that no further parcel follows. */
  finishes: boolean
  /** Replaces all parcels at the platform, because a tracking number was wrong. */
  corrects: boolean
}

/** First each parcel, then that none follows after a refund of the last pieces, last a correction of all, if needed. */
export function nextStep<P extends Parcel>({
  isClosed,
  finished,
  parcels,
}: Omit<Known, 'parcels'> & { parcels: P[] }): Step<P> | undefined {
  const last = parcels.at(-1)
  if (!last) return undefined
  const next = parcels.find(({ reported_at }) => reported_at === null)
  // Without a carrier, the platform accepts a single shipment, as a whole.
  if (next?.carrier === null)
    return isClosed && !finished
      ? { parcels: [asReported(next)], delivery_mode: 1, finishes: true, corrects: false }
      : undefined
  if (next) {
    const finishes = isClosed && next === last
    const delivery_mode = finishes && parcels.length === 1 ? 1 : 2
    return { parcels: [asReported(next)], delivery_mode, finishes, corrects: false }
  }
  if (!isClosed) return undefined
  if (!finished) return { parcels: [asReported(last)], delivery_mode: 2, finishes: true, corrects: false }
  const isWrong = parcels.some((parcel) => parcel.reported_as !== parcelName(parcel))
  if (!isWrong) return undefined
  return { parcels, delivery_mode: parcels.length === 1 ? 1 : 2, finishes: true, corrects: true }
}
