'use client'

import { Center, isMantineColorScheme, SegmentedControl, useMantineColorScheme, VisuallyHidden } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import { useTranslations } from 'next-intl'
import { MoonIcon, ScreenIcon, SunIcon } from './icons'
import classes from './site.module.css'

const schemes = [
  { value: 'light', Icon: SunIcon },
  { value: 'dark', Icon: MoonIcon },
  { value: 'auto', Icon: ScreenIcon },
] as const

export function SchemeSwitch() {
  const t = useTranslations('shell.scheme')
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  // What was chosen lies in the browser; the server renders "as the system says", and so must the first render here.
  const isMounted = useMounted()
  return (
    <SegmentedControl
      aria-label={t('label')}
      size="xs"
      classNames={{ label: classes.scheme }}
      value={isMounted ? colorScheme : 'auto'}
      onChange={(value) => {
        if (isMantineColorScheme(value)) setColorScheme(value)
      }}
      data={schemes.map(({ value, Icon }) => ({
        value,
        label: (
          <Center title={t(value)}>
            <Icon />
            <VisuallyHidden>{t(value)}</VisuallyHidden>
          </Center>
        ),
      }))}
    />
  )
}
