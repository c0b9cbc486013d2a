import { Container, Text, Title } from '@mantine/core'
import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { SignOutButton } from '@/components/login/sign-out-button'
import { call } from '@/lib/next/call'
import { ClientMessages } from '@/lib/next/messages'
import { readOwnUser } from '@/lib/user/endpoints'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('login.office')
  return { title: t('title'), robots: { index: false } }
}

export default async function OfficePage() {
  const t = await getTranslations('login.office')
  const { nickname, username } = await call(readOwnUser)
  return (
    <Container component="main" size="sm" py={96}>
      <Title order={1} size="h2">
        {t('greeting', { name: nickname || (username ?? '') })}
      </Title>
      <Text c="dimmed" mt="xs" mb="lg">
        {t('lead')}
      </Text>
      <ClientMessages of={['login']}>
        <SignOutButton />
      </ClientMessages>
    </Container>
  )
}
