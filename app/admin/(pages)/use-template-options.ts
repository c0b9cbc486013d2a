'use client'

import { useTranslations } from 'next-intl'
import { useMayOpen } from '@/components/admin/frame/admin-context'
import { useOptions } from '@/components/admin/resource-form/use-options'
import { send } from '@/lib/server/client'

/** Users who may not list templates get only the chosen one, named by its id. */
export function useTemplateOptions(chosen: number | null | undefined) {
  const t = useTranslations('catalogue')
  const mayOpen = useMayOpen()('/admin/freight_template')
  const initial = chosen ? [{ value: String(chosen), label: `#${chosen}` }] : []
  const read = async () => {
    const { items } = await send('GET /cms/freight_template', { query: { size: 100 } })
    return items.map(({ id, name, is_default }) => ({
      value: String(id),
      label: is_default ? t('defaultTemplate', { name }) : name,
    }))
  }
  return useOptions(async () => (mayOpen ? read() : initial), initial, t('freightTemplatesFailed'))
}
