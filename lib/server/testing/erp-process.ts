import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { readSample } from './erp'
import { randomOf } from './random'

/* The sample ERP in a process that its crash test kills. One of `lose` requests is lost, and as many answers. */

const Settings = z.object({
  SHOP_URL: z.string(),
  SHOP_KEY: z.string(),
  STATE: z.string(),
  SEED: z.coerce.number(),
  LOSE: z.coerce.number(),
})

const Work = z.object({
  number: z.int(),
  parcel: z.object({ order_id: z.int(), tracking_no: z.string() }).optional(),
})

const { SHOP_URL, SHOP_KEY, STATE, SEED, LOSE } = Settings.parse(process.env)
const { Erp, FileStore, Shop } = await readSample()
const random = randomOf(SEED)
const mayLose = (what: string) => {
  if (LOSE > 0 && random(LOSE) === 0) throw new Error(`the ${what} was lost`)
}

let requests = 0
const shop = new Shop({
  base: SHOP_URL,
  key: SHOP_KEY,
  // Long enough for a server to start.
  attempts: 2_400,
  pause: () => wait(50),
  async fetch(url, init) {
    requests++
    mayLose('request')
    const response = await fetch(url, init)
    mayLose('answer')
    return response
  },
})
const erp = new Erp(shop, new FileStore(STATE))

process.on('message', async (message) => {
  const { number, parcel } = Work.parse(message)
  const before = requests
  const shipped = parcel ? await erp.ship(parcel.order_id, { carrier: 'SF', ...parcel }) : undefined
  if (!parcel) await erp.mirror()
  process.send?.({ number, shipped, requests: requests - before })
})
process.send?.('ready')
