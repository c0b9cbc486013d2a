import type { Metadata } from 'next'
import Link from 'next/link'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { ModuleReference } from '@/components/docs/module-reference'
import { PageHead } from '@/components/docs/page-head'
import { readDocument } from './document'
import { type InterfaceName, loginOf, readModules } from './reference'

interface ModuleInput {
  params: Promise<{ module: string }>
}

const interfaces = {
  v1: { href: '/docs', key: 'client' },
  cms: { href: '/docs/cms', key: 'cms' },
} as const

/** An unknown module is a 404. */
export function modulePage(name: InterfaceName) {
  const { href, key } = interfaces[name]

  async function read(params: ModuleInput['params']) {
    const { module: wanted } = await params
    const [t, modules] = await Promise.all([getTranslations('docs'), readModules(name)])
    const module = modules.find((one) => one.href === `/docs/${name}/${wanted}`)
    return { interfaceTitle: t(`${key}.title`), module: module ?? notFound() }
  }

  return {
    async generateMetadata({ params }: ModuleInput): Promise<Metadata> {
      const { interfaceTitle, module } = await read(params)
      return { title: `${module.title} · ${interfaceTitle}`, description: module.description }
    },

    async Page({ params }: ModuleInput) {
      const [{ interfaceTitle, module }, document] = await Promise.all([read(params), readDocument()])
      const within = (
        <Link href={href} prefetch={false}>
          {interfaceTitle}
        </Link>
      )
      return (
        <>
          <PageHead within={within} title={module.title} lead={module.description} />
          <ModuleReference document={document} module={module} login={loginOf(name)} />
        </>
      )
    },
  }
}
