'use client'

import { useLocale, useTranslations } from 'next-intl'
import { titleOf } from '@/lib/menu/routes'
import { codesIn, type GrantOptions, hiddenOf, idsIn } from './grants'

/** In a sentence. undefined: none stay hidden. */
export function useHiddenText(grantOptions: GrantOptions, before: readonly string[]) {
  const t = useTranslations('group')
  const locale = useLocale()
  return (values: Readonly<Record<string, unknown>>): string | undefined => {
    const { menus, elements } = hiddenOf(grantOptions, before, {
      permission_codes: codesIn(grantOptions, values.permission_codes),
      menu_ids: idsIn(values.menu_ids),
      element_ids: idsIn(values.element_ids),
    })
    const names = [...menus.map((menu) => titleOf(locale, menu)), ...elements.map(({ name }) => name)]
    return names.length > 0 ? t('stayHidden', { names: names.join(t('comma')) }) : undefined
  }
}
