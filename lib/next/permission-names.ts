import { getMessages, getTranslations } from 'next-intl/server'
import { permissionNames } from '@/components/permission-names'

/** What modules and points are called, for what the server sorts or searches by it. */
export async function readPermissionNames() {
  const [t, { permission }] = await Promise.all([getTranslations('permission'), getMessages()])
  return permissionNames(t, permission)
}
