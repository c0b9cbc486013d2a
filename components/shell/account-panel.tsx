'use client'

import { Avatar, Popover, Skeleton, UnstyledButton } from '@mantine/core'
import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import classes from './office.module.css'
import { useOffice } from './office-context'

const AccountChoices = dynamic(() => import('./account-choices'), {
  ssr: false,
  loading: () => <Skeleton height={180} />,
})

/** Opens what belongs to the person who is signed in. */
export function AccountPanel() {
  const t = useTranslations('office.account')
  const { user } = useOffice()
  const [isOpen, setOpen] = useState(false)
  const name = user.name || user.account
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={264} trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton className={classes.account} aria-label={t('label', { name })} onClick={() => setOpen(!isOpen)}>
          <Avatar size={30} color="accent" variant="light" radius="xl" alt="">
            {[...name][0]}
          </Avatar>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown p="sm" aria-label={t('label', { name })}>
        <AccountChoices onFollow={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}
