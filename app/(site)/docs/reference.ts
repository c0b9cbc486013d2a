import { getTranslations } from 'next-intl/server'
import type { ListedModule } from '@/components/docs/module-list'
import { type Module, modulesOf } from '@/components/docs/operations'
import {
  isCms,
  moduleHref,
  placesOfModule,
  placesOfProblems,
  type ReferenceSection,
  type SentPlace,
} from '@/components/docs/places'
import type { Login } from '@/components/docs/try-it'
import { introductionSections } from '@/lib/kit/api/document/introduction'
import { problemCodes as codes, problems } from '@/lib/kit/api/endpoint/problem'
import { english } from '@/lib/kit/i18n/messages'
import { demonstrationAccount, demonstrationStaff } from '@/lib/server/next/demonstration'
import { readDocument } from './document'
import { guideSections } from './guide/sections'

/** The first part of the paths. */
export type InterfaceName = 'v1' | 'cms'

const belongsTo = (name: InterfaceName) => (module: Module) => isCms(module.name) === (name === 'cms')

export type DescribedModule = Module & { href: string; title: string; description: string }

/** In the reader's language. */
export async function readModules(name: InterfaceName): Promise<DescribedModule[]> {
  const [t, tAny, document] = await Promise.all([getTranslations('docs'), getTranslations(), readDocument()])
  return modulesOf(document)
    .filter(belongsTo(name))
    .map((module) => ({ ...module, href: moduleHref(module.name), ...textsOf(module.name) }))

  function textsOf(name: string) {
    if (isDescribed(name)) return { title: t(`modules.${name}.title`), description: t(`modules.${name}.description`) }
    const namespace = name.replace(/^cms\//, '')
    if (!isNamed(namespace)) throw new Error(`Neither docs.json nor ${namespace}.json names the module ${name}`)
    const title = tAny(`${namespace}.names.module`)
    return { title, description: t('module', { title }) }
  }
}

const isDescribed = (name: string): name is keyof typeof english.docs.modules => name in english.docs.modules

/** With `names.module`. */
type Named = {
  [N in keyof typeof english]: (typeof english)[N] extends { names: { module: string } } ? N : never
}[keyof typeof english]

const isNamed = (name: string): name is Named => {
  const texts: unknown = new Map<string, unknown>(Object.entries(english)).get(name)
  return typeof texts === 'object' && texts !== null && 'names' in texts
}

/** For the overview of an interface. */
export const listedModules = (modules: readonly DescribedModule[]): ListedModule[] =>
  modules.map(({ href, title, description, operations }) => ({
    href,
    title,
    description,
    operations: operations.map(({ id, method, path, operation }) => [id, method, path, operation.summary ?? '']),
  }))

/** For the navigation. */
export async function readSections(): Promise<ReferenceSection<SentPlace>[]> {
  const t = await getTranslations('docs')
  const [client, cms] = await Promise.all([readModules('v1'), readModules('cms')])
  const pageOf = (module: DescribedModule) => ({
    href: module.href,
    title: module.title,
    groups: placesOfModule(module, t('types.title')),
  })
  const introductory = {
    title: t('introduction.title'),
    places: introductionSections.map((id) => [id, t(`introduction.${id}.title`)] as const),
  }
  const guide = {
    title: t('guide.title'),
    places: guideSections.map((id) => [id, t(`guide.${id}.title`)] as const),
  }
  return [
    { href: '/docs', title: t('client.title'), groups: [introductory], modules: client.map(pageOf) },
    { href: '/docs/cms', title: t('cms.title'), groups: [], modules: cms.map(pageOf) },
    { href: '/docs/guide', title: guide.title, groups: [guide], modules: [] },
    { href: '/docs/errors', title: t('errors.title'), groups: placesOfProblems(problemCodes), modules: [] },
  ]
}

export const problemCodes = codes.map((code) => ({ code, status: problems[code].status }))

/** For try-it forms; undefined without the demonstration. */
export function loginOf(name: InterfaceName): Login | undefined {
  const customer = demonstrationAccount()
  const staff = demonstrationStaff()
  const account = name === 'cms' ? staff?.names[0] : customer?.name
  if (account === undefined) return undefined
  return { path: '/v1/token', fields: { type: 100 }, account, secret: customer?.password }
}
