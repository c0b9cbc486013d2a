import { Alert } from '@mantine/core'
import { IconClockPause } from '@tabler/icons-react'
import { getLocale, getNow, getTimeZone, getTranslations } from 'next-intl/server'
import { localTime } from '@/components/ui/local-time'
import { closingNow } from '@/lib/kit/config/closing'
import { readShopSetting } from '@/lib/server/next/shop-setting'

/** The shop is closed, and whether its deadlines are moved. Renders nothing while the shop is open. */
export async function ClosedNote() {
  const [closing, moves, now] = await Promise.all([
    readShopSetting('shop.closed'),
    readShopSetting('shop.closed_moves_deadlines'),
    getNow(),
  ])
  const closed = closingNow(closing, now.getTime())
  if (!closed) return null
  const [t, locale, zone] = await Promise.all([getTranslations('config.closing'), getLocale(), getTimeZone()])
  return (
    <Alert
      mb="md"
      role="note"
      color="orange"
      variant="light"
      icon={<IconClockPause size={20} stroke={1.7} aria-hidden="true" />}
      title={t('note.title', { until: localTime(new Date(closed.until), zone, locale, 'minute') })}
    >
      {moves ? t('note.moved') : t('note.text')}
    </Alert>
  )
}
