import { Skeleton, Stack } from '@mantine/core'
import { OfficePage } from '@/components/shell/office-page'
import { listConfig } from '@/lib/config/endpoints'
import { call } from '@/lib/next/call'
import { titledByMenu } from '@/lib/next/office'
import { Parameters } from './parameters'

export const generateMetadata = titledByMenu('/admin/config')

export default function ParametersPage() {
  return (
    <OfficePage
      messages={['config']}
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
