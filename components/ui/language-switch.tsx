'use client'

import { Button } from '@mantine/core'
import { useLocale } from 'next-intl'
import { useTransition } from 'react'
import { locales } from '@/lib/kit/i18n/locale'
import { chooseLanguage } from '@/lib/server/next/locale'

/** In the language itself, because users may not be able to read the current one. */
export const languageNames = { en: 'English', 'zh-CN': '中文' }

export function LanguageSwitch() {
  const [isPending, startTransition] = useTransition()
  const current = useLocale()
  return locales
    .filter((locale) => locale !== current)
    .map((locale) => (
      <Button
        key={locale}
        lang={locale}
        variant="subtle"
        color="gray"
        size="compact-sm"
        loading={isPending}
        onClick={() => startTransition(() => chooseLanguage(locale))}
      >
        {languageNames[locale]}
      </Button>
    ))
}
