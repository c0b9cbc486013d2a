'use client'

import { Notifications } from '@mantine/notifications'
import { usePathname } from 'next/navigation'
import { type ReactNode, useEffect } from 'react'
import { leaveStaleLayers } from '@/components/shop/back-layers'
import { CartProvider } from '@/components/shop/cart'
import { CustomerProvider, type SignInWays } from '@/components/shop/customer/provider'
import { PaymentProvider } from '@/components/shop/payment/provider'
import { OneToastAtATime, ToastsOfScreen } from '@/components/ui/toast'
import classes from './frame.module.css'
import { OfflineBar } from './offline-bar'
import { isTab, TabBar } from './tab-bar'

interface StorefrontProps {
  ways: SignInWays
  /** BASE_URL. */
  origin: string
  /** Beside the phone in wide windows, below the home screen in narrow ones. false: none. */
  aside: ReactNode
  children: ReactNode
}

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
              {aside && (
                <div className={classes.aside} data-aside data-home={path === '/' || undefined}>
                  {aside}
                </div>
              )}
            </div>
            <ToastsOfScreen />
            <Notifications className={classes.toasts} position="bottom-center" containerWidth={360} limit={1} />
          </PaymentProvider>
        </CartProvider>
      </CustomerProvider>
    </OneToastAtATime>
  )
}
