import { Alert } from '@mantine/core'
import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { DemonstrationAccounts } from '@/components/login/demonstration-accounts'
import { LoginCard } from '@/components/login/login-card'
import { LoginForm } from '@/components/login/login-form'
import { SwitchedOff } from '@/components/login/switched-off'
import { env } from '@/lib/env'
import { readBrand } from '@/lib/next/brand'
import { demonstrationStaff } from '@/lib/next/demonstration'
import { destination, newSecretPath } from '@/lib/next/entrance'
import { sessionState } from '@/lib/next/session-state'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('login')
  return { title: t('title'), robots: { index: false } }
}

export default async function LoginPage({ searchParams }: { searchParams: Promise<{ from?: string | string[] }> }) {
  const { from } = await searchParams
  const state = await sessionState()
  if (state === 'signed_in') redirect(destination(from))
  if (state === 'secret_expired') redirect(newSecretPath(from))
  const [t, { name: shop }] = await Promise.all([getTranslations('login'), readBrand()])
  const accounts = demonstrationStaff()
  return (
    <LoginCard title={t('title')} lead={t('lead', { shop })}>
      {state === 'ended' && (
        <Alert color="gray" variant="light" role="status" mb="md">
          {t('ended')}
        </Alert>
      )}
      {env().NEXTAUTH_SECRET ? (
        <LoginForm to={destination(from)}>{accounts && <DemonstrationAccounts {...accounts} />}</LoginForm>
      ) : (
        <SwitchedOff />
      )}
    </LoginCard>
  )
}
