import { getTranslations } from 'next-intl/server'
import { type Module, partOf } from '@/components/api-reference/operations'
import { placesOfPart, placesOfProblems, type ReferencePage } from '@/components/api-reference/places'
import type { Login } from '@/components/api-reference/try-it'
import { allCodes } from '@/lib/api/openapi'
import { problems } from '@/lib/api/problem'
import { serverDocument } from './document'
import { sections } from './introduction'

const isCms = ({ name }: Module) => name.startsWith('cms/')

/** The API document and its two pages: the client API and the /cms interface. */
export async function readReference() {
  const t = await getTranslations('docs')
  const document = serverDocument()
  const client = partOf(document, (module) => !isCms(module))
  const cms = partOf(document, isCms)
  const introduction = {
    title: t('introduction.title'),
    links: sections.map((id) => ({ id, title: t(`introduction.${id}.title`) })),
  }
  const codes = allCodes.map((code) => ({ code, status: problems[code].status }))
  const types = t('types.title')
  const pages: ReferencePage[] = [
    { href: '/docs', title: t('client.title'), groups: [introduction, ...placesOfPart(client, types)] },
    { href: '/docs/cms', title: t('cms.title'), groups: placesOfPart(cms, types) },
    { href: '/docs/errors', title: t('errors.title'), groups: placesOfProblems(codes) },
  ]
  return { document, client, cms, codes, pages }
}

/** How a try-it form signs in as this account; undefined where there is none. */
export function loginAs(account: string | undefined, secret: string | undefined): Login | undefined {
  return account === undefined ? undefined : { path: '/v1/token', fields: { type: 100 }, account, secret }
}
