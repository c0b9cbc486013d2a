import type { SettingKey, Settings } from '@/lib/kit/config/registry'
import { currentSettings, settingsFrom } from '@/lib/kit/config/settings'
import { connected } from '@/lib/kit/database'

/** The default if the database cannot be reached, because the error page also reads settings. */
export async function readShopSetting<Key extends SettingKey>(key: Key): Promise<Settings[Key]> {
  try {
    const { db } = await connected()
    return (await currentSettings(db))[key]
  } catch {
    return settingsFrom([])[key]
  }
}
