import { type Accent, usualAccent } from '@/lib/config/accent'
import { currentSettings } from '@/lib/config/settings'
import { connected } from '@/lib/database'

/** The colour of the shop. While the database is away the usual one: the page that says so is drawn all the same. */
export async function readAccent(): Promise<Accent> {
  try {
    const { db } = await connected()
    return (await currentSettings(db))['shop.accent']
  } catch {
    return usualAccent
  }
}
