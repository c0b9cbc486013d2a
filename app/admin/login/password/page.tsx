import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { LoginCard } from '@/components/admin/login/login-card'
import { NewSecretForm } from '@/components/admin/login/new-secret-form'
import { ask } from '@/lib/server/next/call'
import { sessionState } from '@/lib/server/next/session-state'
import { destination, loginPath } from '@/lib/server/next/sign-in-paths'
import { getUser } from '@/lib/user/endpoints'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('login.newSecret')
  return { title: t('title'), robots: { index: false } }
}

/** Users cannot open other pages until their temporary password is replaced. Redirects all others. */
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
