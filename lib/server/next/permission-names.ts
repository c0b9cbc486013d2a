import { getMessages } from 'next-intl/server'
import { namesIn, permissionNames } from '@/lib/auth/names'

export const readPermissionNames = async () => permissionNames(namesIn(await getMessages()))
