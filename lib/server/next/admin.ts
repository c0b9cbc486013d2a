import { cookies } from 'next/headers'
import { getLocale, getMessages } from 'next-intl/server'
import { cache } from 'react'
import { namesIn } from '@/lib/auth/names'
import { listCmsDict } from '@/lib/dict/cms'
import { build } from '@/lib/kit/build'
import { inLocale } from '@/lib/kit/i18n/locale'
import { ownOrigins } from '@/lib/kit/own-origins'
import { listRoutes } from '@/lib/menu/cms'
import { titleOf, trailTo } from '@/lib/menu/routes'
import type { Admin, Entry } from '@/lib/server/admin/admin'
import { rememberedIn } from '@/lib/server/admin/remember'
import { getUser } from '@/lib/user/endpoints'
import { call } from './call'

/** All staff may read them. */
export const readEntries = cache(() => call(listCmsDict))

export const readSelf = cache(() => call(getUser))

export const readAdmin = cache(async (): Promise<Admin> => {
  const [jar, locale, messages, user, routes, entries] = await Promise.all([
    cookies(),
    getLocale(),
    getMessages(),
    readSelf(),
    call(listRoutes),
    readEntries(),
  ])
  const dictionaries: Record<string, Entry[]> = {}
  for (const { type, value, label, label_en, tag_style, is_default, status } of entries) {
    const list = dictionaries[type] ?? []
    dictionaries[type] = list
    list.push({
      value,
      label: inLocale(locale, label, label_en),
      style: tag_style,
      is_default,
      is_disabled: status === 'disabled',
    })
  }
  return {
    user: {
      id: user.id,
      name: user.nickname,
      account: user.username ?? '',
      is_root: user.is_root ?? false,
      groups: (user.groups ?? []).map(({ name }) => name),
    },
    routes,
    names: namesIn(messages),
    dictionaries,
    remembered: rememberedIn(jar.getAll()),
    views: user.views ?? [],
    origins: ownOrigins(),
    version: build.version,
  }
})

/** No title if the user's menu does not have the page. */
export const titledByMenu = (path: string) => async () => {
  const [{ routes }, locale] = await Promise.all([readAdmin(), getLocale()])
  const route = trailTo(routes, path).at(-1)
  return route ? { title: titleOf(locale, route) } : {}
}
