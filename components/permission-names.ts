import { type Messages, useMessages, useTranslations } from 'next-intl'

type Words = Pick<Messages['permission'], 'modules' | 'verbs'>

/** What nearly every module has, in the order in which people think of it. */
export const commonVerbs = ['list', 'create', 'update', 'delete']

/** What modules and points are called in the language of the page. One that has no name yet shows its key. */
export interface PermissionNames {
  module: (module: string) => string
  verb: (verb: string) => string
  /** Of `cms.<module>.<verb>`. */
  point: (code: string) => string
}

/** From the messages of the `permission` namespace and their translator. */
export function permissionNames(
  t: ReturnType<typeof useTranslations<'permission'>>,
  { modules, verbs }: Words,
): PermissionNames {
  const module = (key: string) => (isIn(modules, key) ? t(`modules.${key}`) : key)
  const verb = (key: string) => (isIn(verbs, key) ? t(`verbs.${key}`) : key)
  return {
    module,
    verb,
    point: (code) => {
      const [, of = '', what = ''] = code.split('.')
      return t('point', { module: module(of), verb: verb(what) })
    },
  }
}

export const usePermissionNames = (): PermissionNames =>
  permissionNames(useTranslations('permission'), useMessages().permission)

const isIn = <T extends object>(words: T, key: string): key is Extract<keyof T, string> => Object.hasOwn(words, key)
