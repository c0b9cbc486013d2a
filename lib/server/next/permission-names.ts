import { getMessages } from 'next-intl/server'
import { namesIn, permissionNames } from '@/lib/auth/names'

/** The names of modules and permissions in the language of the request. */
export const readPermissionNames = async () => permissionNames(namesIn(await getMessages()))
