/** In milliseconds; infinite without a limit. */
export interface WindowedItem {
  /** From 1. */
  place: number
  title: string
  /** undefined until a valid URL is chosen. */
  image_url: string | undefined
  enabled: boolean
  from: number
  until: number
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Accepts incomplete items. */
export const windowedItems = (items: unknown): WindowedItem[] =>
  (Array.isArray(items) ? items : []).map((item: unknown, at) => {
    const { image_url, title, enabled, starts_at, ends_at } = isRecord(item) ? item : {}
    const timeOf = (value: unknown, none: number) => (typeof value === 'string' ? Date.parse(value) : none)
    return {
      place: at + 1,
      title: typeof title === 'string' ? title : '',
      image_url: typeof image_url === 'string' && /^(\/|https?:\/\/)/.test(image_url) ? image_url : undefined,
      enabled: enabled === true,
      from: timeOf(starts_at, Number.NEGATIVE_INFINITY),
      until: timeOf(ends_at, Number.POSITIVE_INFINITY),
    }
  })

export const hasWindow = ({ from, until }: WindowedItem): boolean => Number.isFinite(from) || Number.isFinite(until)

export type WindowState = 'shown' | 'later' | 'over' | 'disabled'

export function stateAt({ enabled, from, until }: WindowedItem, moment: number): WindowState {
  if (!enabled) return 'disabled'
  if (until <= moment) return 'over'
  return from > moment ? 'later' : 'shown'
}

export interface Scale {
  begins: number
  ends: number
}

const day = 86_400_000

/** At least a week, with room at both ends. */
export function scaleOf(items: readonly WindowedItem[], moment: number): Scale {
  const limits = [moment, ...items.flatMap(({ from, until }) => [from, until])].filter(Number.isFinite)
  const [first, last] = [Math.min(...limits), Math.max(...limits)]
  const room = Math.max((last - first) / 10, 3.5 * day - (last - first) / 2)
  return { begins: first - room, ends: last + room }
}

/** In percent, from 0 to 100. */
export const percentOf = (moment: number, { begins, ends }: Scale): number =>
  Math.min(100, Math.max(0, (100 * (moment - begins)) / (ends - begins)))
