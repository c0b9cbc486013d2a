'use client'

import { useTranslations } from 'next-intl'
import { useOptions } from '@/components/resource-form/use-options'
import { send } from '@/lib/api/client'

const moduleCodes = [
  'user',
  'customer',
  'group',
  'auth',
  'menu',
  'element',
  'dict_type',
  'dict',
  'config',
  'oper_log',
  'login_log',
  'error_log',
  'article',
  'file',
  'order',
  'banner',
  'notice',
  'product',
  'category',
  'theme',
  'dashboard',
] as const

const verbCodes = [
  'list',
  'create',
  'update',
  'delete',
  'password',
  'session',
  'ship',
  'cancel',
  'refund',
  'read',
  'export',
] as const

interface Name {
  value: string
  label: string
}

const nameIn = (names: readonly Name[]) => (code: string) => names.find(({ value }) => value === code)?.label ?? code

/** What the modules of the interface and the verbs of its permission points are called; an unknown code stays as it is. */
export function usePointNames() {
  const t = useTranslations('point')
  const modules: Name[] = moduleCodes.map((value) => ({ value, label: t(`modules.${value}`) }))
  const verbs: Name[] = verbCodes.map((value) => ({ value, label: t(`verbs.${value}`) }))
  return { modules, verbs, moduleName: nameIn(modules), verbName: nameIn(verbs) }
}

/** Every permission point as a select offers it, for whoever chooses one that is needed. Open to all staff. */
export function usePointOptions(chosen: string | null | undefined): readonly Name[] {
  const t = useTranslations('point')
  const { moduleName, verbName } = usePointNames()
  const already = chosen ? [chosen] : []
  const named = (code: string) => {
    const [, module = '', verb = ''] = code.split('.')
    return { value: code, label: `${moduleName(module)} · ${verbName(verb)} (${code})` }
  }
  return useOptions(
    async () => {
      const codes = (await send('GET /cms/auth/url')).flatMap(({ code }) => code ?? [])
      return [...new Set([...already, ...codes])].map(named)
    },
    already.map(named),
    t('failed'),
  )
}
