import { type Accent, usualAccent } from '@/lib/config/accent'
import { currentSettings } from '@/lib/config/settings'
import { connected } from '@/lib/database'

/** The accent color of the shop; the default if the database cannot be reached, because the error page is rendered too. */
export async function readAccent(): Promise<Accent> {
  try {
    const { db } = await connected()
    return (await currentSettings(db))['shop.accent']
  } catch {
    return usualAccent
  }
}
