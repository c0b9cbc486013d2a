'use client'

import { useTranslations } from 'next-intl'
import { usePermissionNames } from '@/components/admin/permission-names'
import { useOptions } from '@/components/admin/resource-form/use-options'
import { send } from '@/lib/server/client'

/**
 * Returns the permissions as options. Includes `chosen` even if the code is no longer declared. Reads the permissions
 * from an endpoint that all staff may call: users who edit menus may lack the permission for the list of permissions.
 */
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
