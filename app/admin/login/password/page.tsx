import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { LoginCard } from '@/components/login/login-card'
import { NewSecretForm } from '@/components/login/new-secret-form'
import { ask } from '@/lib/next/call'
import { destination, loginAddress } from '@/lib/next/entrance'
import { standing } from '@/lib/next/standing'
import { readOwnUser } from '@/lib/user/endpoints'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('login.newSecret')
  return { title: t('title'), robots: { index: false } }
}

/** Whoever was given a password by somebody else chooses his own before anything else. */
export default async function NewSecretPage({ searchParams }: { searchParams: Promise<{ from?: string | string[] }> }) {
  const { from } = await searchParams
  const found = await standing()
  if (found === 'signed_out') redirect(loginAddress(from))
  if (found === 'signed_in') redirect(destination(from))
  const t = await getTranslations('login.newSecret')
  const { username } = await ask(readOwnUser)
  return (
    <LoginCard title={t('title')} lead={t('lead')}>
      <NewSecretForm username={username ?? ''} to={destination(from)} />
    </LoginCard>
  )
}
