'use client'

import { Drawer } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import { useTranslations } from 'next-intl'
import { ShopLogo } from '@/components/ui/brand'
import classes from './admin.module.css'
import { Sidebar } from './sidebar'

export default function PhoneMenu({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useTranslations('admin')
  // Opens after mounting, so that the previously focused element gets the focus back.
  const isMounted = useMounted()
  return (
    <Drawer
      opened={isOpen && isMounted}
      onClose={onClose}
      size={272}
      padding={0}
      title={<ShopLogo />}
      closeButtonProps={{ 'aria-label': t('close') }}
      classNames={{ header: classes.drawerHeader, content: classes.drawer }}
    >
      <nav aria-label={t('menu')}>
        <Sidebar isCollapsed={false} onNavigate={onClose} />
      </nav>
    </Drawer>
  )
}
