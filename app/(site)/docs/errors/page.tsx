import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { ProblemReference } from '@/components/api-reference/problem-reference'
import { allCodes } from '@/lib/api/openapi'
import { problems } from '@/lib/api/problem'
import { problemExample } from '@/lib/api/problem-example'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('docs.errors')
  return { title: t('title'), description: t('description') }
}

export default function ErrorsPage() {
  const entries = allCodes.map((code) => ({ code, status: problems[code].status, example: problemExample(code) }))
  return <ProblemReference entries={entries} />
}
