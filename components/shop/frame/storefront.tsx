'use client'

import { Notifications } from '@mantine/notifications'
import { usePathname } from 'next/navigation'
import { type ReactNode, useEffect } from 'react'
import { OneToastAtATime, ToastsOfScreen } from '@/components/ui/toast'
import { leaveStaleLayers } from '../back-layers'
import { CartProvider } from '../cart'
import { CustomerProvider, type SignInWays } from '../customer/provider'
import { PaymentProvider } from '../payment/provider'
import classes from './frame.module.css'
import { OfflineBar } from './offline-bar'
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
  useEffect(leaveStaleLayers, [])
  return (
    <OneToastAtATime>
      <CustomerProvider ways={ways} origin={origin}>
        <CartProvider>
          <PaymentProvider>
            <div className={classes.stage} data-storefront>
              <div className={classes.phone}>
                <OfflineBar />
                <div className={classes.screen}>{children}</div>
                {isTab(path) && <TabBar path={path} />}
              </div>
              <div className={classes.aside} data-home={path === '/' || undefined}>
                {aside}
              </div>
            </div>
            <ToastsOfScreen />
            <Notifications className={classes.toasts} position="bottom-center" containerWidth={360} limit={1} />
          </PaymentProvider>
        </CartProvider>
      </CustomerProvider>
    </OneToastAtATime>
  )
}
