import { getMessages } from 'next-intl/server'
import { namesIn, permissionNames } from '@/lib/auth/names'

/** What modules and permissions are called in the language of the request. */
export const readPermissionNames = async () => permissionNames(namesIn(await getMessages()))
