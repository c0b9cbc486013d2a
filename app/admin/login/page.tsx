import { Alert } from '@mantine/core'
import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { DemonstrationAccounts } from '@/components/admin/login/demonstration-accounts'
import { LoginCard } from '@/components/admin/login/login-card'
import { LoginForm } from '@/components/admin/login/login-form'
import { SwitchedOff } from '@/components/admin/login/switched-off'
import { env } from '@/lib/kit/env'
import { readBrand } from '@/lib/server/next/brand'
import { demonstrationStaff } from '@/lib/server/next/demonstration'
import { sessionState } from '@/lib/server/next/session-state'
import { destination, newSecretPath } from '@/lib/server/next/sign-in-paths'

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
