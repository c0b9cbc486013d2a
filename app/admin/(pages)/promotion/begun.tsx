'use client'

import { Alert, Group, Stack, Text } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useTranslations } from 'next-intl'
import { ActionButton } from '@/components/ui/action-button'
import type { Promotion } from './result'
import { useCommands } from './use-commands'

/** Why the terms cannot be changed, and what to do instead. */
export function Begun({ promotion }: { promotion: Promotion }) {
  const t = useTranslations('promotion')
  const { stop, copy, change } = useCommands()(promotion)
  return (
    <Alert color="gray" variant="light" icon={<IconLock size={18} stroke={1.6} aria-hidden="true" />}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{t('fixed')}</Text>
        <Group gap="xs">
          {stop && (
            <ActionButton variant="default" size="xs" onAct={stop}>
              {t('stop')}
            </ActionButton>
          )}
          {change ? (
            <ActionButton variant="default" size="xs" onAct={change}>
              {t('stopAndCopy')}
            </ActionButton>
          ) : (
            copy && (
              <ActionButton variant="default" size="xs" onAct={copy}>
                {t('duplicate')}
              </ActionButton>
            )
          )}
        </Group>
      </Stack>
    </Alert>
  )
}
