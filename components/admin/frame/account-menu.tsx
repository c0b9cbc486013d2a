'use client'

import { Button, Divider, Group, Stack, Text } from '@mantine/core'
import { IconUserCircle } from '@tabler/icons-react'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { SignOutButton } from '@/components/admin/login/sign-out-button'
import { LanguageSwitch } from '@/components/ui/language-switch'
import { SchemeSwitch } from '@/components/ui/scheme-switch'
import classes from './admin.module.css'
import { useAdmin } from './admin-context'

export default function AccountMenu({ onNavigate }: { onNavigate: () => void }) {
  const t = useTranslations('admin.account')
  const { user, version } = useAdmin()
  return (
    <Stack gap="sm">
      <div className={classes.identity}>
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
          onClick={onNavigate}
        >
          {t('profile')}
        </Button>
        <SignOutButton />
      </Stack>
      <Divider />
      <Text size="xs" c="dimmed">
        {t('version', { version })}
      </Text>
    </Stack>
  )
}
