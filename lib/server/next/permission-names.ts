import { getMessages } from 'next-intl/server'
import { namesIn, permissionNames } from '@/lib/auth/names'

/** Returns the names of modules and permissions in the language of the request. */
export const readPermissionNames = async () => permissionNames(namesIn(await getMessages()))
