'use client'

import { Button, Divider, Group, Stack, Text } from '@mantine/core'
import { IconUserCircle } from '@tabler/icons-react'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { SignOutButton } from '../login/sign-out-button'
import { LanguageSwitch } from './language-switch'
import classes from './office.module.css'
import { useOffice } from './office-context'
import { SchemeSwitch } from './scheme-switch'

/** Who is signed in, and what he chooses for himself. */
export default function AccountChoices({ onFollow }: { onFollow: () => void }) {
  const t = useTranslations('office.account')
  const { user } = useOffice()
  return (
    <Stack gap="sm">
      <div className={classes.who}>
        <Text fw={600} truncate>
          {user.name || user.account}
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
          onClick={onFollow}
        >
          {t('profile')}
        </Button>
        <SignOutButton />
      </Stack>
    </Stack>
  )
}
