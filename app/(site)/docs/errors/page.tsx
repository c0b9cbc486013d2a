import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { PageHead } from '@/components/docs/page-head'
import { ProblemReference } from '@/components/docs/problem-reference'
import { furtherMembersOf } from '@/lib/kit/api/document/openapi'
import { problemExample } from '@/lib/kit/api/document/problem-example'
import { faultCodes } from '@/lib/kit/api/endpoint/fault'
import { hasFurtherMembers } from '@/lib/kit/api/endpoint/problem-document'
import { readSchema } from '../document'
import { problemCodes } from '../reference'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('docs.errors')
  return { title: t('title'), description: t('description') }
}

export default async function ErrorsPage() {
  const t = await getTranslations('docs.errors')
  const entries = await Promise.all(
    problemCodes.map(async (one) => ({
      ...one,
      members: await readSchema(furtherMembersOf(one.code)),
      faults: one.code === 'invalid_request' ? faultCodes : [],
      example: hasFurtherMembers(one.code) ? problemExample(one.code) : undefined,
    })),
  )
  return (
    <>
      <PageHead title={t('title')} lead={t.rich('lead', { code: (text) => <code>{text}</code> })} />
      <ProblemReference entries={entries} />
    </>
  )
}
