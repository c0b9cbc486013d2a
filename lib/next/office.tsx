import { cookies } from 'next/headers'
import { getLocale } from 'next-intl/server'
import { cache } from 'react'
import { AnyIcon } from '@/components/shell/any-icon'
import type { Entry, Office } from '@/components/shell/office-context'
import { rememberedIn } from '@/components/shell/remember'
import { flatten, inLocale, titleOf, trailTo } from '@/components/shell/routes'
import { listDict } from '@/lib/dict/endpoints'
import { listRoutes } from '@/lib/menu/endpoints'
import { readOwnUser } from '@/lib/user/endpoints'
import { call } from './call'

/** Every entry of every dictionary. Open to all staff; read once for a request. */
export const readEntries = cache(() => call(listDict))

/** Who is signed in, and which permissions he holds. Read once for a request. */
export const readSelf = cache(() => call(readOwnUser))

/** What every page of the back office starts from; read once for a request, whoever asks. */
export const readOffice = cache(async (): Promise<Office> => {
  const [jar, locale, user, routes, entries] = await Promise.all([
    cookies(),
    getLocale(),
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
    icons: Object.fromEntries(flatten(routes).map(({ icon }) => [icon, <AnyIcon key={icon} name={icon} />])),
    dictionaries,
    remembered: rememberedIn(jar.getAll()),
  }
})

/** `generateMetadata` of the page at this address: it is titled as the menu calls it. */
export const titledByMenu = (path: string) => async () => {
  const [{ routes }, locale] = await Promise.all([readOffice(), getLocale()])
  const route = trailTo(routes, path).at(-1)
  return route ? { title: titleOf(locale, route) } : {}
}
