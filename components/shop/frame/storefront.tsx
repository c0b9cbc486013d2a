'use client'

import { Notifications } from '@mantine/notifications'
import { usePathname } from 'next/navigation'
import { useOffline } from 'next/offline'
import { useTranslations } from 'next-intl'
import { type ReactNode, useEffect } from 'react'
import { partMissing } from '../../on-demand'
import { FailuresOfPage, useToast } from '../../shell/toast'
import { CartProvider } from '../cart'
import { CustomerProvider, type SignInWays } from '../customer/provider'
import { PaymentProvider } from '../payment/provider'
import classes from './frame.module.css'
import { isTab, TabBar } from './tab-bar'

interface StorefrontProps {
  ways: SignInWays
  /** BASE_URL of the server. */
  origin: string
  /** Beside the phone on wide windows; elsewhere below the home screen. */
  aside: ReactNode
  children: ReactNode
}

/** The phone on which the screens of the mini-program are shown, and what all of them share. */
export function Storefront({ ways, origin, aside, children }: StorefrontProps) {
  const path = usePathname()
  return (
    <CustomerProvider ways={ways} origin={origin}>
      <CartProvider>
        <PaymentProvider>
          <div className={classes.stage} data-storefront>
            <div className={classes.phone}>
              <div className={classes.screen}>{children}</div>
              {isTab(path) && <TabBar path={path} />}
            </div>
            <div className={classes.aside} data-home={path === '/' || undefined}>
              {aside}
            </div>
          </div>
          <OfflineNote />
          <FailuresOfPage />
          <Notifications className={classes.toasts} position="top-center" containerWidth={360} limit={2} />
        </PaymentProvider>
      </CartProvider>
    </CustomerProvider>
  )
}

/** Says that there is no connection, to who wants another screen or a part of this one that is not there yet. */
function OfflineNote() {
  const t = useTranslations('storefront')
  const toast = useToast()
  const isOffline = useOffline()
  useEffect(() => {
    const say = () => toast.note(t('offline'))
    if (isOffline) say()
    addEventListener(partMissing, say)
    return () => removeEventListener(partMissing, say)
  }, [isOffline, toast, t])
  return null
}
