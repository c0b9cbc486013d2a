'use client'

import { Select, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { attributesOf, type InputProps, type Option } from '@/components/admin/resource-form/field'
import { useSession } from '@/components/ui/session'
import { useToast } from '@/components/ui/toast'
import { treeOptions } from '@/components/ui/tree/tree-options'
import { type TargetState, targetStates } from '@/db/enums'
import { send } from '@/lib/server/client'
import { findProducts } from '../find-products'

/** Records that customers can see. Only products are searched by `q`. */
const sources: Record<string, (q: string) => Promise<Option[]>> = {
  product: async (q) =>
    (await findProducts({ q, tab: 'on_sale' })).map(({ id, name }) => ({ value: String(id), label: name })),
  theme: async () => (await send('GET /v1/theme')).map(({ id, name }) => ({ value: String(id), label: name })),
  category: async () => treeOptions(await send('GET /v1/category')),
  article: async () => {
    const { items } = await send('GET /v1/article', { query: { size: 100 } })
    return items.map(({ id, title }) => ({ value: String(id), label: title }))
  },
}

const isState = (state: unknown): state is TargetState => targetStates.some((one) => one === state)

/** `value`: a URL, or the id of a record as text. */
export function TargetInput(input: InputProps) {
  const { value, onChange, values } = input
  const text = typeof value === 'string' ? value : ''
  if (values.target_type !== 'url') return <RecordInput {...input} />
  return (
    <TextInput
      {...attributesOf({ ...input, required: true })}
      inputMode="url"
      autoComplete="off"
      spellCheck={false}
      placeholder="https://"
      value={text}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

function RecordInput(input: InputProps) {
  const { value, change, values, path } = input
  const t = useTranslations('banner')
  const withSession = useSession()
  const toast = useToast()
  const type = String(values.target_type)
  const [q, setQ] = useState('')
  const wanted = type === 'product' ? q.trim() : ''
  const [sought] = useDebouncedValue(wanted, 300)
  const [found, setFound] = useState<{ type: string; q: string; options: readonly Option[] }>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: read when it is shown, and when what is sought changes
  useEffect(() => {
    let isCancelled = false
    withSession(() => sources[type]?.(sought) ?? Promise.resolve([])).then(
      (options) => !isCancelled && setFound({ type, q: sought, options }),
      (error: unknown) => {
        if (isCancelled) return
        setFound({ type, q: sought, options: [] })
        toast.failure(error, t('targetsFailed'))
      },
    )
    return () => {
      isCancelled = true
    }
  }, [type, sought])
  const chosen = typeof value === 'string' ? value : null
  const name = typeof values.target_name === 'string' ? values.target_name : t('record', { id: chosen ?? '' })
  const { target_state } = values
  const state = chosen !== null && isState(target_state) && target_state !== 'ok' ? target_state : undefined
  // Hides the results of an earlier search: they would change under the pointer.
  const isCurrent = found?.type === type && found.q === wanted
  const options = isCurrent ? found.options : []
  const isListed = chosen === null || options.some((option) => option.value === chosen)
  const data = isListed ? [...options] : [{ value: chosen, label: name }, ...options]
  return (
    <Select
      {...attributesOf({ ...input, description: state && t(`states.${state}`), required: true })}
      key={path}
      data={data}
      searchable
      nothingFoundMessage={isCurrent ? t('nothingFound') : t('searching')}
      placeholder={t('targetPlaceholder')}
      // The server has filtered the products, so the browser does not.
      {...(type === 'product' && { filter: ({ options }) => options })}
      onSearchChange={setQ}
      onDropdownClose={() => setQ('')}
      value={chosen}
      onChange={(target, option) => change({ target, target_name: option?.label.trim() ?? null, target_state: 'ok' })}
    />
  )
}
