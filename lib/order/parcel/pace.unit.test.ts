import { expect, test } from 'vitest'
import { askingSeconds } from './pace'

const day = 86_400
const days = 8

interface Parcel {
  customer: number
  from: number
  until: number
}

/** Ten customers get four parcels a day each, the others one in all. A parcel is open for five days. */
function parcelsOf(shippedPerDay: number): Parcel[] {
  return Array.from({ length: shippedPerDay * days }, (_, at) => {
    const from = Math.floor((at / shippedPerDay) * day)
    return { customer: at % 50 === 0 ? (at / 50) % 10 : 100 + at, from, until: from + 5 * day }
  })
}

const increase = (counts: Map<string, number>, key: string, by: number) => counts.set(key, (counts.get(key) ?? 0) + by)

/** Asks about all parcels as the job does, by a clock of its own. Returns the requests of each day, in all and by customer. */
function requestsOf(parcels: Parcel[]) {
  const open = new Map<string, number>()
  const all = new Map<string, number>()
  const own = new Map<string, number>()
  const due: Parcel[][] = Array.from({ length: days * 24 * 60 + 1 }, () => [])
  const dueAt = (parcel: Parcel, second: number) => due[Math.ceil(second / 60)]?.push(parcel)
  const ends: Parcel[][] = due.map(() => [])
  const starts: Parcel[][] = due.map(() => [])
  for (const parcel of parcels) {
    starts[Math.ceil(parcel.from / 60)]?.push(parcel)
    ends[Math.ceil(parcel.until / 60)]?.push(parcel)
  }
  for (let minute = 0; minute < due.length; minute++) {
    for (const parcel of starts[minute] ?? []) {
      increase(open, 'all', 1)
      increase(open, `${parcel.customer}`, 1)
      dueAt(parcel, (minute + 1) * 60)
    }
    for (const { customer } of ends[minute] ?? []) {
      increase(open, 'all', -1)
      increase(open, `${customer}`, -1)
    }
    for (const parcel of due[minute] ?? []) {
      if (minute * 60 >= parcel.until) continue
      const today = Math.floor((minute * 60) / day)
      increase(all, `${today}`, 1)
      increase(own, `${today} ${parcel.customer}`, 1)
      const seconds = askingSeconds({ all: open.get('all') ?? 0, own: open.get(`${parcel.customer}`) ?? 0 })
      dueAt(parcel, minute * 60 + seconds)
    }
  }
  return { all: Math.max(...all.values()), own: Math.max(...own.values()) }
}

test('10,000 open parcels are asked about within the limits of the platform', () => {
  const { all, own } = requestsOf(parcelsOf(2_000))
  expect(all).toBeGreaterThan(70_000)
  expect(all).toBeLessThanOrEqual(100_000)
  expect(own).toBeLessThanOrEqual(100)
})

test('the parcels of a small shop are asked about every hour', () => {
  expect(askingSeconds({ all: 100, own: 3 })).toBe(3_600)
})
