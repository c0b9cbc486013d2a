import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { LoginCard } from '@/components/login/login-card'
import { NewSecretForm } from '@/components/login/new-secret-form'
import { ask } from '@/lib/next/call'
import { destination, loginPath } from '@/lib/next/entrance'
import { sessionState } from '@/lib/next/session-state'
import { getUser } from '@/lib/user/endpoints'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('login.newSecret')
  return { title: t('title'), robots: { index: false } }
}

/** Users with a temporary password must choose their own before they can continue. */
export default async function NewSecretPage({ searchParams }: { searchParams: Promise<{ from?: string | string[] }> }) {
  const { from } = await searchParams
  const state = await sessionState()
  if (state === 'signed_out' || state === 'ended') redirect(loginPath(from))
  if (state === 'signed_in') redirect(destination(from))
  const t = await getTranslations('login.newSecret')
  const { username } = await ask(getUser)
  return (
    <LoginCard title={t('title')} lead={t('lead')}>
      <NewSecretForm username={username ?? ''} to={destination(from)} />
    </LoginCard>
  )
}
