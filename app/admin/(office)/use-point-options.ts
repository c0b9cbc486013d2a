'use client'

import { useTranslations } from 'next-intl'
import { usePermissionNames } from '@/components/permission-names'
import { useOptions } from '@/components/resource-form/use-options'
import { send } from '@/lib/api/client'

/**
 * Every permission point as a select offers it, and the one that is `chosen` whatever became of it. Read from what is
 * open to all staff: whoever edits menus need not be allowed to see who holds which point.
 */
export function usePointOptions(chosen: string | null | undefined) {
  const t = useTranslations('permission')
  const { point } = usePermissionNames()
  const already = chosen ? [chosen] : []
  const named = (code: string) => ({ value: code, label: `${point(code)} (${code})` })
  return useOptions(
    async () => {
      const codes = (await send('GET /cms/auth/url')).flatMap(({ code }) => code ?? [])
      return [...new Set([...already, ...codes])].map(named)
    },
    already.map(named),
    t('unread'),
  )
}
