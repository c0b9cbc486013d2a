'use client'

import { UnstyledButton } from '@mantine/core'
import { IconChevronRight, IconDeviceMobile, IconLock, IconUserOff } from '@tabler/icons-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { onDemand } from '@/components/ui/on-demand'
import classes from './me.module.css'
import type { User } from './user'

export interface SettingSheetProps {
  user: User
  onSaved: (user: User) => void
  onClose: () => void
}

const onMissing = ({ onClose }: SettingSheetProps) => onClose()

// A sheet is loaded when it opens.
const sheets = {
  phone: onDemand(async () => (await import('./phone-sheet')).default, { onMissing }),
  password: onDemand(async () => (await import('./password-sheet')).default, { onMissing }),
  closing: onDemand(async () => (await import('./closing-sheet')).default, { onMissing }),
}

export function AccountSettings({ user, onSaved }: Omit<SettingSheetProps, 'onClose'>) {
  const t = useTranslations('account.me')
  const [open, setOpen] = useState<keyof typeof sheets>()
  const Sheet = open && sheets[open]
  const settings = [
    { name: 'phone', Icon: IconDeviceMobile, title: t('phone.title'), value: user.mobile ?? t('phone.none') },
    {
      name: 'password',
      Icon: IconLock,
      title: t('password.title'),
      value: user.has_password ? t('password.some') : t('password.none'),
    },
    { name: 'closing', Icon: IconUserOff, title: t('closing.title'), value: '' },
  ] as const
  return (
    <section className={classes.links} aria-label={t('account')}>
      {settings.map(({ name, Icon, title, value }) => (
        <UnstyledButton key={name} onClick={() => setOpen(name)}>
          <Icon size={20} stroke={1.6} aria-hidden="true" />
          <span className={classes.setting}>
            {title} <span className={classes.value}>{value}</span>
          </span>
          <IconChevronRight size={18} stroke={1.6} aria-hidden="true" />
        </UnstyledButton>
      ))}
      {Sheet && <Sheet user={user} onSaved={onSaved} onClose={() => setOpen(undefined)} />}
    </section>
  )
}
