'use client'

import { SegmentedControl } from '@mantine/core'
import { useLocale, useTranslations } from 'next-intl'
import { useTransition } from 'react'
import { languageNames } from '@/components/ui/language-switch'
import { locales } from '@/lib/kit/i18n/locale'
import { chooseLanguage } from '@/lib/server/next/locale'

/** In the language itself, such as "English" and "中文". */
export function LanguageChoice() {
  const t = useTranslations('profile')
  const [isPending, startTransition] = useTransition()
  return (
    <SegmentedControl
      aria-label={t('language')}
      size="xs"
      disabled={isPending}
      value={useLocale()}
      onChange={(locale) => startTransition(() => chooseLanguage(locale))}
      data={locales.map((value) => ({ value, label: <span lang={value}>{languageNames[value]}</span> }))}
    />
  )
}
