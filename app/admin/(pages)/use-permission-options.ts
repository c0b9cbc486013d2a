'use client'

import { useTranslations } from 'next-intl'
import { usePermissionNames } from '@/components/admin/permission-names'
import { useOptions } from '@/components/admin/resource-form/use-options'
import { send } from '@/lib/server/client'

/** Includes an undeclared `chosen`. Reads an endpoint for all staff, who may lack the permission for the list. */
export function usePermissionOptions(chosen: string | null | undefined) {
  const t = useTranslations('permission')
  const { permission } = usePermissionNames()
  const initial = chosen ? [chosen] : []
  const asOption = (code: string) => ({ value: code, label: `${permission(code)} (${code})` })
  return useOptions(
    async () => {
      const codes = (await send('GET /cms/auth/url')).flatMap(({ code, also }) => [...(code ? [code] : []), ...also])
      return [...new Set([...initial, ...codes])].map(asOption)
    },
    initial.map(asOption),
    t('unread'),
  )
}
