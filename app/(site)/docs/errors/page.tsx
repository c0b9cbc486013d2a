import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { ProblemReference } from '@/components/api-reference/problem-reference'
import { problemExample } from '@/lib/api/problem-example'
import { readReference } from '../reference'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('docs.errors')
  return { title: t('title'), description: t('description') }
}

export default async function ErrorsPage() {
  const { codes, pages } = await readReference()
  const entries = codes.map(({ code, status }) => ({ code, status, example: problemExample(code) }))
  return <ProblemReference entries={entries} pages={pages} here="/docs/errors" />
}
