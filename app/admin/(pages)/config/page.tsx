import { Skeleton, Stack } from '@mantine/core'
import { AdminPage } from '@/components/admin/frame/admin-page'
import { listConfig } from '@/lib/config/cms'
import { listFreightTemplates } from '@/lib/freight_template/cms'
import { listPath, recordPath } from '@/lib/server/admin/record-path'
import { titledByMenu } from '@/lib/server/next/admin'
import { call, undefinedIfForbidden } from '@/lib/server/next/call'
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
      load={async () => {
        const [settings, template] = await Promise.all([call(listConfig), defaultTemplatePath()])
        return <SettingsForm settings={settings} template={template} />
      }}
    />
  )
}

/** The list if the default template is not among the first 100. undefined: not allowed to read. */
async function defaultTemplatePath(): Promise<string | undefined> {
  const page = await undefinedIfForbidden(call(listFreightTemplates, { query: { size: 100 } }))
  const found = page?.items.find(({ is_default }) => is_default)
  return found ? recordPath('freight_template', found.id) : page && listPath('freight_template')
}
