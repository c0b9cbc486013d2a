import type { ParameterKey, Settings } from '@/lib/config/registry'
import { currentSettings, settingsFrom } from '@/lib/config/settings'
import { connected } from '@/lib/database'

/** A setting; its default if the database cannot be reached, because the error page is rendered too. */
export async function readShopSetting<Key extends ParameterKey>(key: Key): Promise<Settings[Key]> {
  try {
    const { db } = await connected()
    return (await currentSettings(db))[key]
  } catch {
    return settingsFrom([])[key]
  }
}
