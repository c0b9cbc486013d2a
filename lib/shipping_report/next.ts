/** Seconds to the next attempt, by how many there were. After the last of them, staff are told that it waits too long. */
export const delays = [10, 30, 60, 300, 1_800, 7_200]

/** A parcel as far as the platform is concerned. */
export interface Parcel {
  id: number
  carrier: string | null
  tracking_no: string | null
  reported_at: Date | null
  /** What the platform was told, or may have been, as {@link parcelName} has it. */
  reported_as: string | null
}

/** Carrier and number of a parcel in one text; empty where nothing is carried. */
export const parcelName = ({ carrier, tracking_no }: Pick<Parcel, 'carrier' | 'tracking_no'>) =>
  carrier === null || tracking_no === null ? '' : `${carrier} ${tracking_no}`

/** The carrier and the number of what was reported; the number has no spaces. */
function parcelNamed(name: string): Pick<Parcel, 'carrier' | 'tracking_no'> {
  const at = name.lastIndexOf(' ')
  return at < 0 ? { carrier: null, tracking_no: null } : { carrier: name.slice(0, at), tracking_no: name.slice(at + 1) }
}

/** A parcel with the number that the platform may know: another one would be another parcel. */
const asReported = <P extends Parcel>(parcel: P): P =>
  parcel.reported_as === null ? parcel : { ...parcel, ...parcelNamed(parcel.reported_as) }

interface Known {
  /** Nothing of the order is left to ship. */
  isClosed: boolean
  /** The platform knows that nothing more follows. */
  finished: boolean
  /** Those that were not revoked, in the order in which they were shipped. */
  parcels: Parcel[]
}

/** What is to be reported next. */
export interface Step<P extends Parcel = Parcel> {
  parcels: P[]
  /** 1: everything in one parcel; 2: in parts. */
  delivery_mode: 1 | 2
  /** Nothing more follows. */
  finishes: boolean
  /** The platform gets the numbers again because one of them was wrong. */
  corrects: boolean
}

/**
 * What the platform is to be told next of a payment: one parcel after the other; then, if the last pieces were refunded
 * instead of shipped, that nothing more follows; then a corrected number, all parcels at once. Undefined: nothing now.
 */
export function nextStep<P extends Parcel>({
  isClosed,
  finished,
  parcels,
}: Omit<Known, 'parcels'> & { parcels: P[] }): Step<P> | undefined {
  const last = parcels.at(-1)
  if (!last) return undefined
  const next = parcels.find(({ reported_at }) => reported_at === null)
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
