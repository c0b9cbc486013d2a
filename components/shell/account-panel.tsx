'use client'

import { Popover, Skeleton, UnstyledButton } from '@mantine/core'
import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { PersonAvatar } from '../person'
import classes from './admin.module.css'
import { useAdmin } from './admin-context'

const AccountMenu = dynamic(() => import('./account-menu'), {
  ssr: false,
  loading: () => <Skeleton height={180} />,
})

/** The button that opens the account menu. */
export function AccountPanel() {
  const t = useTranslations('admin.account')
  const { user } = useAdmin()
  const [isOpen, setOpen] = useState(false)
  const name = user.name || user.account
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={264} trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton className={classes.account} aria-label={t('label', { name })} onClick={() => setOpen(!isOpen)}>
          <PersonAvatar name={name} size={30} />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown p="sm" aria-label={t('label', { name })}>
        <AccountMenu onNavigate={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}
