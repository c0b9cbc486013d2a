import { useMemo } from 'react'
import { type PermissionNames, permissionNames } from '@/lib/auth/names'
import { useAdmin } from './frame/admin-context'

/** The names of modules and permissions in the current language. */
export function usePermissionNames(): PermissionNames {
  const { names } = useAdmin()
  return useMemo(() => permissionNames(names), [names])
}
