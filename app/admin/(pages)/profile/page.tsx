import { Skeleton, Stack } from '@mantine/core'
import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { AdminPage } from '@/components/admin/frame/admin-page'
import { readSelf } from '@/lib/server/next/admin'
import { call } from '@/lib/server/next/call'
import { demonstrationStaff } from '@/lib/server/next/demonstration'
import { listSessions } from '@/lib/user/endpoints'
import { Profile } from './profile'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('profile')
  return { title: t('title') }
}

/** Not in the main menu, which lists only pages that require a permission. */
export default async function ProfilePage() {
  const t = await getTranslations('profile')
  return (
    <AdminPage
      title={t('title')}
      messages={['profile']}
      skeleton={
        <Stack aria-busy="true" maw={760}>
          <Skeleton height={220} radius="lg" />
          <Skeleton height={260} radius="lg" />
        </Stack>
      }
      load={async () => {
        const [user, sessions] = await Promise.all([readSelf(), call(listSessions)])
        const isFixed = demonstrationStaff()?.names.some((name) => name === user.username) ?? false
        return <Profile user={user} sessions={sessions} hasFixedSecret={isFixed} />
      }}
    />
  )
}
