/**
 * Seconds until the next attempt to send a report, by the number of earlier failed attempts. After the last entry,
 * staff are alarmed.
 */
export const delays = [10, 30, 60, 300, 1_800, 7_200]

/** The fields of a parcel that reports to the platform need. */
export interface Parcel {
  id: number
  carrier: string | null
  tracking_no: string | null
  reported_at: Date | null
  /**
   * The {@link parcelName} under which the parcel was sent to the platform, which may know the parcel since then; null:
   * the parcel was not sent, or the platform did not accept the parcel.
   */
  reported_as: string | null
}

/** The carrier whose parcels are reported with a phone number of the receiver. */
export const carrierWithPhone = 'SF'

/** Returns the carrier and the tracking number of a parcel as one text; empty for a shipment without a carrier. */
export const parcelName = ({ carrier, tracking_no }: Pick<Parcel, 'carrier' | 'tracking_no'>) =>
  carrier === null || tracking_no === null ? '' : `${carrier} ${tracking_no}`

/** Splits a {@link parcelName} into the carrier and the tracking number. A tracking number has no spaces. */
function parcelNamed(name: string): Pick<Parcel, 'carrier' | 'tracking_no'> {
  const at = name.lastIndexOf(' ')
  return at < 0 ? { carrier: null, tracking_no: null } : { carrier: name.slice(0, at), tracking_no: name.slice(at + 1) }
}

/**
 * Returns a parcel with the carrier and tracking number of its earlier report; unchanged if the parcel was not reported
 * before. If a report is repeated with another tracking number, the platform takes this number as a second parcel.
 */
const asReported = <P extends Parcel>(parcel: P): P =>
  parcel.reported_as === null ? parcel : { ...parcel, ...parcelNamed(parcel.reported_as) }

interface Known {
  /** Whether nothing of the order is left to ship. */
  isClosed: boolean
  /** Whether the platform knows that no further parcel follows. */
  finished: boolean
  /** The parcels that were not revoked, sorted by the time of shipping. */
  parcels: Parcel[]
}

/** The next report to the platform. */
export interface Step<P extends Parcel = Parcel> {
  parcels: P[]
  /** 1: the whole order in one parcel; 2: the order in several parcels. */
  delivery_mode: 1 | 2
  /** Whether the report says that no further parcel follows. */
  finishes: boolean
  /**
   * Whether the report is a correction, which replaces all parcels at the platform because a tracking number was wrong.
   */
  corrects: boolean
}

/**
 * Returns the next report of a payment to the platform. First, each parcel is reported in turn. Then, if the last
 * pieces were refunded instead of shipped, a report says that no parcel follows. Last, a correction with all parcels is
 * sent, if needed. undefined: nothing to report now.
 */
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
