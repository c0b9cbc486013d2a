import { singleton } from '@/db/singleton'
import type { Settings } from '@/lib/kit/config/registry'
import type { MiniProgram } from '@/lib/platform/wechat/credentials'
import { isTradeManaged } from '@/lib/platform/wechat/shipping'
import { runtime } from '@/lib/platform/wechat/transport'

const hour = 3_600_000

/** With `auto`, if the platform manages the trade of the mini-program; asked once an hour. Throws `provider_error`. */
export async function wantsReports(program: MiniProgram, setting: Settings['wechat.shipping']): Promise<boolean> {
  if (setting !== 'auto') return setting === 'on'
  const known = singleton(`trade-managed.${program.base}.${program.appid}`, () => ({ managed: false, until: 0 }))
  const now = runtime().now().getTime()
  if (now >= known.until) {
    known.managed = await isTradeManaged(program)
    known.until = now + hour
  }
  return known.managed
}
