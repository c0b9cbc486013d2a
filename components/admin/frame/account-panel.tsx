'use client'

import { Skeleton, UnstyledButton } from '@mantine/core'
import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { PersonAvatar } from '@/components/ui/person'
import { Popup } from '@/components/ui/popup/popup'
import { usePopup } from '@/components/ui/popup/use-popup'
import classes from './admin.module.css'
import { useAdmin } from './admin-context'

const AccountMenu = dynamic(() => import('./account-menu'), {
  ssr: false,
  loading: () => <Skeleton height={180} />,
})

export function AccountPanel() {
  const t = useTranslations('admin.account')
  const { user } = useAdmin()
  const { target, popup } = usePopup('dialog')
  const name = user.name || user.account
  const label = t('label', { name })
  return (
    <>
      <UnstyledButton className={classes.account} aria-label={label} {...target}>
        <PersonAvatar name={name} size={30} />
      </UnstyledButton>
      <Popup popup={popup} position="bottom-end" width={264} padding="sm" label={label}>
        <AccountMenu onNavigate={() => popup.setOpen(false)} />
      </Popup>
    </>
  )
}
