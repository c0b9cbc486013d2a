import { Skeleton, Stack } from '@mantine/core'
import { AdminPage } from '@/components/shell/admin-page'
import { listConfig } from '@/lib/config/endpoints'
import { titledByMenu } from '@/lib/next/admin'
import { call } from '@/lib/next/call'
import { Parameters } from './parameters'

export const generateMetadata = titledByMenu('/admin/config')

export default function ParametersPage() {
  return (
    <AdminPage
      messages={['config', 'setting']}
      skeleton={
        <Stack aria-busy="true">
          <Skeleton height={120} radius="lg" />
          <Skeleton height={420} radius="lg" />
        </Stack>
      }
      load={async () => <Parameters parameters={await call(listConfig)} />}
    />
  )
}
