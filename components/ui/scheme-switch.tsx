'use client'

import { Center, isMantineColorScheme, SegmentedControl, useMantineColorScheme, VisuallyHidden } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { useTranslations } from 'next-intl'

const schemes = [
  { value: 'light', Icon: IconSun },
  { value: 'dark', Icon: IconMoon },
  { value: 'auto', Icon: IconDeviceDesktop },
] as const

export function SchemeSwitch() {
  const t = useTranslations('shell.scheme')
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  // The choice is stored in the browser, so the server renders "auto", and the first render must match it.
  const isMounted = useMounted()
  return (
    <SegmentedControl
      aria-label={t('label')}
      size="xs"
      styles={{ label: { paddingInline: '0.5rem' } }}
      value={isMounted ? colorScheme : 'auto'}
      onChange={(value) => {
        if (isMantineColorScheme(value)) setColorScheme(value)
      }}
      data={schemes.map(({ value, Icon }) => ({
        value,
        label: (
          <Center title={t(value)}>
            <Icon size={16} aria-hidden="true" />
            <VisuallyHidden>{t(value)}</VisuallyHidden>
          </Center>
        ),
      }))}
    />
  )
}
