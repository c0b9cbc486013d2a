import { Skeleton, Stack } from '@mantine/core'
import { AdminPage } from '@/components/admin/frame/admin-page'
import { listConfig } from '@/lib/config/cms'
import { titledByMenu } from '@/lib/server/next/admin'
import { call } from '@/lib/server/next/call'
import { SettingsForm } from './settings-form'

export const generateMetadata = titledByMenu('/admin/config')

export default function SettingsPage() {
  return (
    <AdminPage
      messages={['config', 'setting']}
      skeleton={
        <Stack aria-busy="true">
          <Skeleton height={120} radius="lg" />
          <Skeleton height={420} radius="lg" />
        </Stack>
      }
      load={async () => <SettingsForm settings={await call(listConfig)} />}
    />
  )
}
