import { useMemo } from 'react'
import { type PermissionNames, permissionNames } from '@/lib/auth/names'
import { useAdmin } from './frame/admin-context'

export function usePermissionNames(): PermissionNames {
  const { names } = useAdmin()
  return useMemo(() => permissionNames(names), [names])
}
