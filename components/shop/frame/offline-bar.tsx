'use client'

import { useNetwork } from '@mantine/hooks'
import { IconWifiOff } from '@tabler/icons-react'
import { usePathname, useSearchParams } from 'next/navigation'
import { useOffline } from 'next/offline'
import { useTranslations } from 'next-intl'
import { useEffect } from 'react'
import { partMissing } from '@/components/ui/on-demand'
import { useToast } from '@/components/ui/toast'
import classes from './frame.module.css'

/** Dispatched by `instrumentation-client.ts` when a navigation begins. */
const navigationStartEvent = 'navigation-start'

/** Until a navigation shows a message. Screens in memory appear earlier, even without a connection. */
const patience_ms = 400

export function OfflineBar() {
  const t = useTranslations('storefront')
  const toast = useToast()
  const screen = `${usePathname()}?${useSearchParams()}`
  const { online } = useNetwork()
  const isUnreachable = useOffline()
  const isOffline = !online || isUnreachable
  // biome-ignore lint/correctness/useExhaustiveDependencies: with another screen, the navigation has ended
  useEffect(() => {
    if (!isOffline) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(() => toast.note(t('opensLater')), patience_ms)
    }
    addEventListener(navigationStartEvent, wait)
    return () => {
      clearTimeout(timer)
      removeEventListener(navigationStartEvent, wait)
    }
  }, [isOffline, screen, toast, t])
  useEffect(() => {
    const say = () => toast.note(t('partMissing'))
    addEventListener(partMissing, say)
    return () => removeEventListener(partMissing, say)
  }, [toast, t])
  return (
    // Always rendered, so that screen readers announce its content.
    <div role="status" className={classes.offline} data-shown={isOffline || undefined}>
      {isOffline && (
        <>
          <IconWifiOff size={18} stroke={1.8} aria-hidden="true" />
          {t('offline')}
        </>
      )}
    </div>
  )
}
