'use client'

import { Avatar, Button, Divider, Group, Popover, Stack, Text, UnstyledButton } from '@mantine/core'
import { IconUserCircle } from '@tabler/icons-react'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { SignOutButton } from '../login/sign-out-button'
import { LanguageSwitch } from './language-switch'
import classes from './office.module.css'
import { useOffice } from './office-context'
import { SchemeSwitch } from './scheme-switch'

/** Who is signed in, and what he chooses for himself. */
export function AccountPanel() {
  const t = useTranslations('office.account')
  const { user } = useOffice()
  const [isOpen, setOpen] = useState(false)
  const name = user.name || user.account
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={264} trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton className={classes.account} aria-label={t('label', { name })} onClick={() => setOpen(!isOpen)}>
          <Avatar size={30} color="jade" variant="light" radius="xl" alt="">
            {[...name][0]}
          </Avatar>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown p="sm" aria-label={t('label', { name })}>
        <Stack gap="sm">
          <div className={classes.who}>
            <Text fw={600} truncate>
              {name}
            </Text>
            <Text size="sm" c="dimmed" truncate>
              {[user.account, ...(user.is_root ? [t('root')] : user.groups)].filter(Boolean).join(' · ')}
            </Text>
          </div>
          <Divider />
          <Group justify="space-between" wrap="nowrap">
            <SchemeSwitch />
            <LanguageSwitch />
          </Group>
          <Divider />
          <Stack gap={4}>
            <Button
              component={Link}
              href="/admin/profile"
              prefetch={false}
              variant="subtle"
              color="gray"
              justify="flex-start"
              leftSection={<IconUserCircle size={18} stroke={1.6} aria-hidden="true" />}
              onClick={() => setOpen(false)}
            >
              {t('profile')}
            </Button>
            <SignOutButton />
          </Stack>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
