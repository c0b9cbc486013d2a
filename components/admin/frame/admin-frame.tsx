'use client'

import { Burger } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconLayoutSidebar } from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { type ReactNode, useState } from 'react'
import { useFreshPage } from '@/components/admin/login/use-fresh-page'
import { ShopLogo, ShopMark, useBrand } from '@/components/ui/brand'
import { HydratedLater } from '@/components/ui/hydrated-later'
import { MainFocus } from '@/components/ui/main-focus'
import { RefreshProvider } from '@/components/ui/refresh'
import { useWasOpened } from '@/components/ui/use-was-opened'
import { remember } from '@/lib/server/admin/remember'
import { AccountPanel } from './account-panel'
import classes from './admin.module.css'
import { useAdmin } from './admin-context'
import { Bell } from './bell'
import { Breadcrumbs } from './breadcrumbs'
import { NavigationProgress } from './navigation-progress'
import { PaletteButton } from './palette-button'
import { RecordCrumbProvider } from './record-crumb'
import { SessionGuard } from './session-guard'
import { Sidebar } from './sidebar'

const PhoneMenu = dynamic(() => import('./phone-menu'), { ssr: false })
const Toasts = dynamic(() => import('@/components/ui/toasts'), { ssr: false })

const collapsedValue = 'narrow'

/** Handles an ended session and refreshes for the page inside. */
export function AdminFrame({ children }: { children: ReactNode }) {
  const t = useTranslations('admin')
  const { remembered } = useAdmin()
  const { name: shop } = useBrand()
  const [isCollapsed, setCollapsed] = useState(remembered.sidebar === collapsedValue)
  const [isOpen, drawer] = useDisclosure(false)
  const wasOpened = useWasOpened(isOpen)
  useFreshPage()
  const toggleSidebar = () => {
    remember('sidebar', isCollapsed ? '' : collapsedValue)
    setCollapsed(!isCollapsed)
  }
  return (
    <SessionGuard>
      <RefreshProvider>
        <RecordCrumbProvider>
          <div className={classes.frame} data-collapsed={isCollapsed || undefined}>
            <a href="#main" className={classes.skip}>
              {t('skip')}
            </a>
            <NavigationProgress />
            <nav className={classes.navbar} aria-label={t('menu')}>
              <Link href="/admin" className={classes.brand} aria-label={t('home', { shop })}>
                {isCollapsed ? <ShopMark /> : <ShopLogo />}
              </Link>
              <HydratedLater>
                <Sidebar isCollapsed={isCollapsed} />
              </HydratedLater>
              <button type="button" className={classes.collapse} onClick={toggleSidebar} aria-expanded={!isCollapsed}>
                <IconLayoutSidebar size={18} stroke={1.6} aria-hidden="true" />
                <span className={classes.label}>{isCollapsed ? t('widen') : t('narrow')}</span>
              </button>
            </nav>
            <header className={classes.header}>
              <Burger opened={isOpen} onClick={drawer.open} hiddenFrom="sm" size="sm" aria-label={t('openMenu')} />
              <Breadcrumbs />
              <div className={classes.tools}>
                <PaletteButton />
                <HydratedLater>
                  <Bell />
                  <AccountPanel />
                </HydratedLater>
              </div>
            </header>
            {wasOpened && <PhoneMenu isOpen={isOpen} onClose={drawer.close} />}
            <main id="main" tabIndex={-1} className={classes.main}>
              {children}
            </main>
            <MainFocus />
          </div>
        </RecordCrumbProvider>
        <HydratedLater>
          <Toasts />
        </HydratedLater>
      </RefreshProvider>
    </SessionGuard>
  )
}
